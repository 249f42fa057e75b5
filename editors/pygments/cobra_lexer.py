"""Colours games of cobra in Pygments. Made by editors/highlight.py from cobra/language/words.py; not to be changed by hand."""

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace


class CobraLexer(RegexLexer):
    """Games of cobra."""

    name = "cobra"
    aliases = ["cobra"]
    filenames = ["*.cb"]
    tokens = {
        "root": [
            (r"\s+", Whitespace),
            (r'''#.*''', Comment.Single),
            (r'''"[^"\n]*"?''', String.Double),
            (r'''[0-9]+(?:\.[0-9]+)?''', Number),
            (r'''(?:lies[ \t]+at[ \t]+most|constraint|experiment|variables|alphabet|variable|secret|weight|param|state|noise|game|draw|file|goal|lost|move|aux|def)(?![^\x00-@\[-^`{-\x7F]|[0-9])''', Keyword.Declaration),
            (r'''(?:outcome|observe|where|final|limit|cost|then|let)(?![^\x00-@\[-^`{-\x7F]|[0-9])''', Keyword),
            (r'''(?:distinct|one[ \t]+of|else|when|with|for|set|as|if|in|of)(?![^\x00-@\[-^`{-\x7F]|[0-9])''', Keyword.Reserved),
            (r'''(?:false|true)(?![^\x00-@\[-^`{-\x7F]|[0-9])''', Keyword.Constant),
            (r'''(?:disjoint|exactly|atleast|columns|atmost|count|union|lines|none|rows|cell|all|any|sum|min|max|abs|len)(?![^\x00-@\[-^`{-\x7F]|[0-9])''', Name.Builtin),
            (r'''[^\x00-@\[-^`{-\x7F](?:[^\x00-@\[-^`{-\x7F]|[0-9])*''', Name),
            (r'''<\->|\->|!=|<=|>=|\.\.|\||\&|!|=|<|>|\+|\-|\*|/|%|:''', Operator),
            (r'''\(|\)|\[|\]|\{|\}|,''', Punctuation),
        ]
    }
