/* The panel of the codes left: how many, which, how likely each symbol is, and a field for one that is thought of. */

import { possibleView } from "./explain.js";
import { codesView, probabilitiesView } from "./known.js";

export class CodesLeft {
  /* `history()` are the experiments made and their answers at present. */
  constructor(game, history) {
    this.game = game;
    this.possible = possibleView(game, history);
    this.position = null; // what is shown
  }

  /* What is shown of a position, only the number of codes unless it is open. It stays the same as long as the position does:
     something may have been scrolled there when more becomes known. What is typed stays after that, too. */
  parts(position, open) {
    if (this.position !== position) {
      this.position = position;
      this.codes = codesView(this.game, position);
      this.likely = [];
      this.possible.forget();
    }
    if (!this.likely.length) this.likely = probabilitiesView(this.game, position);
    return open ? [...this.codes, ...this.likely, this.possible.element] : this.codes.slice(0, 1);
  }
}
