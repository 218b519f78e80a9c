import { isThorough } from "../thorough.ts";
import { countSteps } from "./count-steps.ts";
import { type HostileText, hostileTexts } from "./hostile-texts.ts";
import { compile, type Program } from "./program.ts";

/** In characters. Each is twice the one before. The first only tells which texts need no longer ones. */
const LENGTHS = isThorough ? [2_000, 4_000, 8_000, 16_000, 32_000] : [200, 400, 800, 1_600];

/** A text of twice the length may take three times as many steps, and more only up to some length. */
const MAX_GROWTH = 3;

/** With less growth than this, the longer texts aren't tried. */
const LINEAR = 2.1;

/** Of any text. A step takes a nanosecond or two. */
const MAX_STEPS_PER_CHARACTER = 256;

/** How many times as many end the count. */
const GIVE_UP = 5;

/** Returns the text for which an expression takes too many steps, and how many, or null. */
export function slowText(expression: { source: string; flags: string }): string | null {
  const program = compile(expression);
  for (const text of hostileTexts(program)) {
    const steps = stepsByLength(program, text);
    const growth = Math.min(...steps.slice(2).map((taken, at) => taken / (steps[at + 1] ?? 1)));
    const perCharacter = (steps.at(-1) ?? 0) / (LENGTHS[steps.length - 1] ?? 1);
    if ((steps.length > 2 && growth > MAX_GROWTH) || perCharacter > MAX_STEPS_PER_CHARACTER) {
      const { before, unit, after } = text;
      const shown = [before, unit, after].map((part) => JSON.stringify(part));
      return `${shown[0]}, ${shown[1]} again and again, ${shown[2]}: ${steps.join(", ")} steps`;
    }
  }
  return null;
}

function stepsByLength(program: Program, { before, unit, after }: HostileText): number[] {
  const steps: number[] = [];
  for (const length of LENGTHS) {
    const limit = length * MAX_STEPS_PER_CHARACTER * GIVE_UP;
    const text = before + unit.repeat(Math.ceil(length / unit.length)) + after;
    const { steps: taken } = countSteps(program, text, limit);
    const last = steps.at(-1) ?? 0;
    steps.push(taken);
    if (taken < last * LINEAR || taken > limit) break;
  }
  return steps;
}
