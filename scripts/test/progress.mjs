import { stripVTControlCharacters } from "node:util";
import { timeLeft } from "../setup/time-left.mjs";
import { commandFor } from "./selection.mjs";

/** Milliseconds between two states of the line on a terminal, and between two lines of a log. */
const REDRAW = 1_000;
const LINE = 30_000;
/** Seconds for which a run is taken to be as fast as expected: its first moments say little about its speed. */
const EXPECTED = 30;
/** How much of an error is shown at once. The runner's own report follows at the end of the suite. */
const ERROR_LINES = 12;

/**
 * A suite, with the seconds it is expected to take.
 * @typedef {{ name: string, seconds: number }} Part
 */

/** @typedef {{ name: string, began: number, finished: number, total: number, unit: string }} Running */

/**
 * Shows how far a run is: one line that changes on a terminal, a line every 30 seconds in a log.
 * @param {Part[]} parts
 * @param {object} output
 * @param {(text: string) => void} output.write
 * @param {boolean} output.isTerminal
 * @param {() => number | undefined} [output.columns]
 * @param {number} [output.atOnce] how many parts run beside each other
 * @param {() => number} [output.now]
 */
export function showProgress(
  parts,
  { write, isTerminal, columns = () => undefined, atOnce = 1, now = Date.now },
) {
  const began = now();
  /** @type {Map<string, Running>} in the order they began */
  const running = new Map();
  /** @type {Set<string>} */
  const done = new Set();
  let failed = 0;

  /**
   * The part of a suite that is done, from 0 to 1. One that counts nothing is never quite done.
   * @param {Part} part
   */
  const share = ({ name, seconds }) => {
    if (done.has(name)) return 1;
    const suite = running.get(name);
    if (!suite) return 0;
    if (suite.finished > 0 && suite.total > 0) return Math.min(1, suite.finished / suite.total);
    const elapsed = (now() - suite.began) / 1_000;
    return elapsed / (elapsed + seconds);
  };

  /** What is left takes as long as what is done, in proportion to what was expected of both. */
  const left = () => {
    const finished = parts.reduce((sum, part) => sum + share(part) * part.seconds, 0);
    const all = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    const elapsed = (now() - began) / 1_000;
    return ((all - finished) * (elapsed + EXPECTED)) / (finished + EXPECTED * atOnce);
  };

  const text = () => {
    const names = [...running.values()].map(({ name, finished, total, unit }) =>
      total > 0 ? `${name} ${finished} of ${total} ${unit}` : name,
    );
    const failures = failed > 0 ? `, ${failed} failed` : "";
    return `${names.join(", ")} (${done.size} of ${parts.length} done)${failures}, ${timeLeft(left())}`;
  };

  const clear = () => {
    if (isTerminal) write("\r\x1b[K");
  };
  const draw = () => {
    if (running.size === 0) return;
    if (isTerminal) write(`\r\x1b[K${text().slice(0, (columns() || 80) - 1)}`);
    else write(`  ${text()}\n`);
  };
  const timer = setInterval(draw, isTerminal ? REDRAW : LINE);
  timer.unref();

  /** @param {string} lines */
  const print = (lines) => {
    clear();
    write(`${lines}\n`);
    if (isTerminal) draw();
  };

  return {
    /** @param {string} name of the part that begins */
    begin(name) {
      running.set(name, { name, began: now(), finished: 0, total: 0, unit: "" });
      if (isTerminal) draw();
    },
    /** @param {string} name of the part that ends */
    finish(name) {
      running.delete(name);
      done.add(name);
    },
    print,
    /**
     * Takes what a test runner tells.
     * @param {string} name of its part
     * @param {import("./messages.mjs").Message} message
     */
    receive(name, message) {
      if ("failure" in message) {
        if (!message.failure.again) failed += 1;
        return print(describe(message.failure));
      }
      const suite = running.get(name);
      if (!suite) return;
      if ("total" in message) running.set(name, { ...suite, ...message });
      else running.set(name, { ...suite, finished: suite.finished + message.finished });
    },
    /** Ends the display. What is printed afterwards is only printed. */
    end() {
      clearInterval(timer);
      clear();
      running.clear();
    },
  };
}

/** @param {import("./messages.mjs").Failure} failure */
function describe({ file, title, error, again }) {
  const lines = stripVTControlCharacters(error).trimEnd().split("\n");
  const shown = lines.slice(0, ERROR_LINES);
  if (lines.length > ERROR_LINES) shown.push("…");
  const name = title ? `${file}: ${title}` : `${file} didn't load`;
  return [
    `\n✗ ${name}${again ? " (failed on the first try)" : ""}`,
    ...shown.map((line) => `    ${line}`),
    `  Repeat: ${commandFor(file, title)}\n`,
  ].join("\n");
}
