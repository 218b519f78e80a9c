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
 * A suite in the order it runs, with the seconds it is expected to take.
 * @typedef {{ name: string, seconds: number }} Part
 */

/**
 * Shows how far a run is: one line that changes on a terminal, a line every 30 seconds in a log.
 * @param {Part[]} parts
 * @param {{ write: (text: string) => void, isTerminal: boolean, columns?: () => number | undefined, now?: () => number }} output
 */
export function showProgress(
  parts,
  { write, isTerminal, columns = () => undefined, now = Date.now },
) {
  const began = now();
  let partBegan = began;
  let index = -1;
  let finished = 0;
  let total = 0;
  let unit = "";
  let failed = 0;

  /** The part of the current suite that is done, from 0 to 1. One that counts nothing is never quite done. */
  const share = () => {
    if (finished > 0 && total > 0) return Math.min(1, finished / total);
    const elapsed = (now() - partBegan) / 1_000;
    return elapsed / (elapsed + (parts[index]?.seconds ?? 1));
  };

  /** What is left takes as long as what is done, in proportion to what was expected of both. */
  const left = () => {
    const expected = parts.map(
      ({ seconds }, at) => (at < index ? 1 : at > index ? 0 : share()) * seconds,
    );
    const done = expected.reduce((sum, seconds) => sum + seconds, 0);
    const all = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    const elapsed = (now() - began) / 1_000;
    return ((all - done) * (elapsed + EXPECTED)) / (done + EXPECTED);
  };

  const text = () => {
    const name = parts[index]?.name ?? "";
    const count = total > 0 ? `, ${finished} of ${total} ${unit}` : "";
    const failures = failed > 0 ? `, ${failed} failed` : "";
    return `${name} (${index + 1} of ${parts.length})${count}${failures}, ${timeLeft(left())}`;
  };

  const clear = () => {
    if (isTerminal) write("\r\x1b[K");
  };
  const draw = () => {
    if (index < 0 || index === parts.length) return;
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
    /** Begins the next part. */
    next() {
      index += 1;
      partBegan = now();
      finished = total = 0;
      if (isTerminal) draw();
    },
    print,
    /**
     * Takes what a test runner tells.
     * @param {import("./messages.mjs").Message} message
     */
    receive(message) {
      if ("total" in message) ({ total, unit } = message);
      else if ("finished" in message) finished += message.finished;
      else {
        const { failure } = message;
        if (!failure.again) failed += 1;
        print(describe(failure));
      }
    },
    /** Ends the display. What is printed afterwards is only printed. */
    end() {
      clearInterval(timer);
      clear();
      index = parts.length;
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
