" Made by editors/highlight.py from cobra/language/words.py; not to be changed by hand.
if exists("b:current_syntax")
  finish
endif
syntax case match

syntax match cobraOperator /\V|/
syntax match cobraOperator /\V&/
syntax match cobraOperator /\V!/
syntax match cobraOperator /\V=/
syntax match cobraOperator /\V</
syntax match cobraOperator /\V>/
syntax match cobraOperator /\V+/
syntax match cobraOperator /\V-/
syntax match cobraOperator /\V*/
syntax match cobraOperator /\V\//
syntax match cobraOperator /\V%/
syntax match cobraOperator /\V:/
syntax match cobraOperator /\V->/
syntax match cobraOperator /\V!=/
syntax match cobraOperator /\V<=/
syntax match cobraOperator /\V>=/
syntax match cobraOperator /\V../
syntax match cobraOperator /\V<->/
syntax match cobraNumber /\<\d\+\(\.\d\+\)\?\>/
syntax keyword cobraStatement game draw param file alphabet aux variable variables secret constraint weight goal def state lost noise move experiment
syntax match cobraStatement /\<lies\s\+at\s\+most\>/
syntax keyword cobraClause where let final cost limit outcome observe then
syntax keyword cobraModifier as distinct else for if in of set when with
syntax match cobraModifier /\<one\s\+of\>/
syntax keyword cobraConstant true false
syntax keyword cobraFunction all any none count exactly atleast atmost sum min max abs len disjoint union lines rows columns cell
syntax match cobraString /"[^"]*"\?/
syntax match cobraComment /#.*/

highlight default link cobraComment Comment
highlight default link cobraString String
highlight default link cobraNumber Number
highlight default link cobraStatement Statement
highlight default link cobraClause Statement
highlight default link cobraModifier Keyword
highlight default link cobraConstant Boolean
highlight default link cobraFunction Function
highlight default link cobraOperator Operator

let b:current_syntax = "cobra"
