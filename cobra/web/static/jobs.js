/* Long work on the server: started, watched, cancelled. */

import { call, drop, Refused } from "./api.js";
import { button, el } from "./dom.js";

const PAUSE = 150; // ms between two looks, growing to
const LONGEST = 1000;

const running = new Map(); // for each place, how to cancel what runs for it

/* Cancel everything, since nobody waits for it any more. */
export function cancelAll() {
  for (const cancel of running.values()) cancel();
}

/* Start a job and show its progress in `place`; `seen(job)` is called at every look, also when it has ended. What
   goes wrong is shown there too. Starting another in the same place cancels the first. */
export async function run(place, body, seen) {
  running.get(place)?.();
  const gauge = el("progress", { max: 1, "aria-label": "Progress" });
  const text = el("span", { class: "doing" }, "begins …");
  let job = null;
  let over = false;
  let unwanted = false;
  const cancel = async () => {
    if (over) return;
    unwanted = true;
    stop.disabled = true;
    if (job) await drop(`api/jobs/${job}`);
  };
  const stop = button({ class: "quiet", onclick: cancel }, "Cancel");
  running.set(place, cancel);
  place.replaceChildren(el("div", { class: "job" }, gauge, text, stop));
  try {
    ({ job } = await call("api/jobs", body));
    if (unwanted) await cancel(); // before the server had said which job it is
    for (let pause = PAUSE; !over; pause = Math.min(LONGEST, pause * 1.3)) {
      const state = await call(`api/jobs/${job}`);
      over = !["waiting", "running", "cancelling"].includes(state.state);
      if (running.get(place) !== cancel) return; // another was started here
      const { progress } = state;
      if (progress?.total) gauge.value = progress.done / progress.total;
      else gauge.removeAttribute("value");
      text.textContent = progress?.what ?? `${state.state} …`;
      seen({ id: job, ...state });
      if (!over) await new Promise((resolve) => { setTimeout(resolve, pause); });
      else if (state.state === "done") place.replaceChildren();
      else place.replaceChildren(el("p", { class: "error", role: "alert" }, state.state === "cancelled" ? "Cancelled." : state.error));
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    over = true;
    if (running.get(place) === cancel) place.replaceChildren(el("p", { class: "error", role: "alert" }, error.message));
  } finally {
    if (running.get(place) === cancel) running.delete(place);
  }
}
