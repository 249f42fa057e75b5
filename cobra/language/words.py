"""The one table of the words of the game language, for people and for their editors.

Hover texts and completion of the language server are made from it, and all files that colour games
(`editors/highlight.py`). That it has every word of the grammar and every function is tested.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

COMMENT: Final = "#"
"""Starts a comment, which goes to the end of the line."""
STRING: Final = '"'
"""Stands before and after a text, which goes over no line end and has no escapes."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language, or several that mean something together only.

    `kind` is "statement", "clause", "modifier" (goes on a statement, a clause or an expression), "constant",
    "function", "operator" or "bracket". `usage` shows how it is written, `text` what it does, in a sentence.
    """

    word: str
    kind: str
    usage: str
    text: str


_TABLE: Final = """
[statement]
game  game "Mastermind"
    The title of the game.
draw  draw KIND
    How codes, experiments and answers are drawn where there is room for pictures; it changes nothing else.
param  param NAME = DEFAULT in LOW..HIGH "help"
    A whole number that can be set by -D NAME=VALUE; its default and range may use earlier ones.
file  file NAME = "words.txt" "help"
    A file beside the game or in a folder below; -D NAME=PATH may name any other.
alphabet  alphabet NAME = SET
    A set of symbols with a name.
aux  aux variables NAME[SET]
    Marks unknowns that only help to say things: not shown, not counted, and the rest of the secret must
    determine them.
variable  variable NAME
    A part of the secret that is true or false.
variables  variables NAME[SET], …
    Parts of the secret that are true or false, one for each index.
secret  secret NAME[SET] : distinct DOMAIN in lines(FILE)
    A part of the secret: a symbol of DOMAIN, one for each index where it has any.
constraint  constraint CONDITION
    Holds for every code.
weight  weight NUMBER
    How common each code is, a positive number, whole or decimal.
goal  goal VALUE, …
    What has to be found out; without it, the whole code.
def  def NAME(PARAMETER, …) = BODY
    A value with a name, or a function; it may call itself if the arguments are known without the
    secret.
state  state NAME[SET] = START in DOMAIN
    What both sides know beside the answers; `then` of experiments changes it.
lost  lost when CONDITION cost PRICE
    A play is over, and lost, when this holds of the state after an experiment, unless it is won by the
    same experiment.
lies at most  lies at most NUMBER
    So many answers of a play may be wrong.
noise  noise CHANCE
    The chance that an answer is wrong, while there may be more lies; 1/10 is a
    tenth here, and it may depend on the code.
move  move SECRET = one of VALUE, …
    What the secret may become after each experiment.
experiment  experiment NAME(PARAMETER : SET, …) for NAME in SET as "{}"
    A type of experiments: all choices of its parameters that `where` admits, for each member of the
    family after `for`.
[clause]
where  where CONDITION
    Which choices of parameters the experiment admits; known without the secret.
let  let NAME(PARAMETER, …) = BODY
    A value or function with a name, known in the clauses below.
final  final CONDITION
    The game is over when this holds; the answer must decide it, and leave one code.
cost  cost NUMBER
    The price of the experiment, 1 where none is given; of a lost play, what that costs beside the
    experiments.
limit  limit NUMBER
    The experiment can be made so often in a play.
outcome  outcome "name" : CONDITION
    An answer, and when it is given; for each code exactly one must hold.
observe  observe VALUE, … as "{}B{}W"
    The answer is the values of these items; `for i in S : e` is one for each i.
then  then STATE = VALUE, …
    What the state is after the experiment; all values are those before it. Also the first branch of an
    `if`.
[modifier]
as  as "{} against {}"
    How an answer, or an experiment, is written, with one {} for each value.
distinct  NAME[SET] : distinct DOMAIN
    The symbols are pairwise different.
else  if CONDITION then VALUE else VALUE
    What the value is where the condition does not hold; never left out.
for  for NAME in SET : VALUE
    One for each member of the set.
if  if CONDITION then VALUE else VALUE
    One of two values.
in  ELEMENT in SET
    Whether the set has the element; before a `:`, with a new name, each member of the set in turn.
of  set(SIZE) of SET
    Which set the members are taken from.
one of  move SECRET = one of VALUE, …
    Any one of these values.
set  NAME : set(SIZE) of SET
    A parameter that is a set: any subset, or one with SIZE members.
when  lost when CONDITION
    When a play is lost.
with  observe VALUE with CHANCE, VALUE with CHANCE
    What is observed is drawn by chance; the chances are 1 together, and may depend on the code.
[constant]
true  true
    The formula that always holds.
false  false
    The formula that never holds.
[function]
all  all(ITEM in SET, FILTER : CONDITION)
    Whether all are true; of nothing, yes.
any  any(ITEM in SET, FILTER : CONDITION)
    Whether one is true at least; of nothing, no.
none  none(ITEM in SET, FILTER : CONDITION)
    Whether none is true; of nothing, yes.
count  count(ITEM in SET, FILTER : CONDITION)
    How many are true.
exactly  exactly(NUMBER, ITEM in SET : CONDITION)
    Whether so many are true, no more, no fewer.
atleast  atleast(NUMBER, ITEM in SET : CONDITION)
    Whether so many are true, or more.
atmost  atmost(NUMBER, ITEM in SET : CONDITION)
    Whether so many are true, or fewer.
sum  sum(ITEM in SET, FILTER : NUMBER)
    The sum; of nothing, 0.
min  min(SET), min(A, B, …), min(ITEM in SET : NUMBER)
    The smallest number.
max  max(SET), max(A, B, …), max(ITEM in SET : NUMBER)
    The largest number.
abs  abs(NUMBER)
    The number without its sign.
len  len(VALUE)
    How many members a set, a vector or a list of words has.
disjoint  disjoint(SET, SET)
    Whether two sets share no member.
union  union(SET, …)
    What is in one of the sets at least.
lines  lines(FILE, …)
    The words in files, one a line, each once.
rows  rows(FILE)
    The names of the rows of a CSV file: its first column.
columns  columns(FILE)
    The names of the columns of a CSV file after the first.
cell  cell(FILE, ROW, COLUMN)
    What stands there in a CSV file: a number if the column has nothing else, or a word.
[operator]
<->  A <-> B
    Both hold, or neither.
->  A -> B
    If the first holds, so does the second.
|  A | B
    One holds at least.
&  A & B
    Both hold.
!  !A
    It does not hold.
=  A = B
    Equal; the first one after `param`, `def`, `let` and the like defines.
!=  A != B
    Not equal.
<  A < B
    Less.
<=  A <= B
    At most.
>  A > B
    More.
>=  A >= B
    At least.
..  LOW..HIGH
    All whole numbers from one to the other, or all letters.
+  A + B
    The sum.
-  A - B
    The difference, or the number with the other sign.
*  A * B
    The product.
/  A / B
    The quotient, rounded down.
%  A % B
    What is left of a division, never negative.
:  NAME : SET
    What something is taken from; after items, what is said of each.
"""


def _words() -> dict[str, Word]:
    """Return the words of the table: under each kind a word and its usage, and in lines below its text."""
    words = {sign: Word(sign, "bracket", sign, "") for sign in "()[]{},"}
    for section in re.split(r"^\[", _TABLE, flags=re.MULTILINE)[1:]:
        kind, _, rows = section.partition("]\n")
        for row in re.split(r"\n(?! )", rows.rstrip("\n")):
            heading, _, text = row.partition("\n")
            word, _, usage = heading.partition("  ")
            words[word] = Word(word, kind, usage, " ".join(text.split()))
    return words


WORDS: Final = _words()
"""All words by how they are written."""


def of_kind(*kinds: str) -> list[str]:
    """Return the words of some kinds, in the order of the table."""
    return [one.word for one in WORDS.values() if one.kind in kinds]
