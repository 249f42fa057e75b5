// Made by editors/highlight.py from cobra/language/words.py; not to be changed by hand.

const RULES = [
  [/#.*/y, "comment"],
  [/"[^"\n]*"?/y, "string"],
  [/[0-9]+(?:\.[0-9]+)?/y, "number"],
  [/(?:lies[ \t]+at[ \t]+most|constraint|experiment|variables|alphabet|variable|secret|weight|param|state|noise|game|draw|file|goal|lost|move|aux|def)(?![^\x00-@\[-^`{-\x7F]|[0-9])/y, "keyword"],
  [/(?:outcome|observe|where|final|limit|cost|then|let)(?![^\x00-@\[-^`{-\x7F]|[0-9])/y, "keyword"],
  [/(?:distinct|one[ \t]+of|else|when|with|for|set|as|if|in|of)(?![^\x00-@\[-^`{-\x7F]|[0-9])/y, "keyword"],
  [/(?:false|true)(?![^\x00-@\[-^`{-\x7F]|[0-9])/y, "atom"],
  [/(?:disjoint|exactly|atleast|columns|atmost|count|union|lines|none|rows|cell|all|any|sum|min|max|abs|len)(?![^\x00-@\[-^`{-\x7F]|[0-9])/y, "builtin"],
  [/[^\x00-@\[-^`{-\x7F](?:[^\x00-@\[-^`{-\x7F]|[0-9])*/y, "variable"],
  [/<\->|\->|!=|<=|>=|\.\.|\||\&|!|=|<|>|\+|\-|\*|\/|%|:/y, "operator"],
  [/\(|\)|\[|\]|\{|\}|,/y, "bracket"],
];

export const WORDS = ["game", "draw", "param", "file", "alphabet", "aux", "variable", "variables", "secret", "constraint", "weight", "goal", "def", "state", "lost", "lies at most", "noise", "move", "experiment", "where", "let", "final", "cost", "limit", "outcome", "observe", "then", "as", "distinct", "else", "for", "if", "in", "of", "one of", "set", "when", "with", "true", "false", "all", "any", "none", "count", "exactly", "atleast", "atmost", "sum", "min", "max", "abs", "len", "disjoint", "union", "lines", "rows", "columns", "cell"];

// For StreamLanguage.define of @codemirror/language.
export const cobra = {
  name: "cobra",
  token(stream) {
    if (stream.eatSpace()) return null;
    for (const [rule, name] of RULES) {
      rule.lastIndex = stream.pos;
      const found = rule.exec(stream.string);
      if (found) {
        stream.pos += found[0].length;
        return name;
      }
    }
    stream.next();
    return "invalid";
  },
  languageData: {
    commentTokens: { line: "#" },
    closeBrackets: { brackets: ["(", "[", "{", "\""] },
  },
};
