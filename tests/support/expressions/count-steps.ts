import type { CharacterSet, Loop, Program, Step } from "./program.ts";

/**
 * Counts what a backtracking matcher does to find every match of an expression in a text: characters that it
 * compares, and places that it returns to. A search that isn't global is continued after its first match as
 * well, and a sticky one is tried everywhere, as loops around them do. It gives up above `limit` steps, which are
 * then `Infinity`.
 */
export function countSteps(program: Program, text: string, limit: number) {
  const matcher = createMatcher(program, text);
  let matches = 0;
  for (let position = 0; position <= matcher.length; ) {
    const end = matcher.matchAt(position, limit);
    if (matcher.steps() > limit) return { steps: Number.POSITIVE_INFINITY, matches };
    if (end >= 0) matches += 1;
    position = end > position ? end : position + 1;
  }
  return { steps: matcher.steps(), matches };
}

function createMatcher(program: Program, text: string) {
  const { numbers } = program;
  const characters = program.unicode ? [...text] : text.split("");
  const numbered = characters.map((character) => {
    const number = numbers.get(character) ?? numbers.size;
    numbers.set(character, number);
    return number;
  });
  const length = characters.length;
  const registers: number[] = new Array(program.registers).fill(-1);
  // What to return to: a step at a position; a run that was longer than its `low`; or (null) a register's value.
  const steps: (Step | null)[] = [];
  const positions: number[] = [];
  const lows: number[] = [];
  let at = 0;
  let taken = 0;

  const isIn = (set: CharacterSet, position: number) => {
    taken += 1;
    const number = numbered[position];
    if (number === undefined) return false;
    set.known[number] ??= set.matches(characters[position] ?? "");
    return set.known[number];
  };

  const push = (step: Step | null, position: number, low: number) => {
    steps.push(step);
    positions.push(position);
    lows.push(low);
  };

  const setRegister = (register: number, value: number) => {
    push(null, register, registers[register] ?? -1);
    registers[register] = value;
  };

  /** Matches as many characters as it can. */
  function run(step: Step & { kind: "run" }): Step | null {
    const by = step.backwards ? -1 : 1;
    const low = at + by * step.min;
    let found = 0;
    while (found < step.max && isIn(step.set, step.backwards ? at - 1 : at)) {
      at += by;
      found += 1;
    }
    if (found < step.min) return null;
    if (found > step.min) push(step, at, low);
    return step.next;
  }

  function reference(step: Step & { kind: "reference" }): Step | null {
    const start = registers[step.group] ?? -1;
    const size = start < 0 ? 0 : (registers[step.group + 1] ?? -1) - start;
    if (size <= 0) return step.next;
    const from = step.backwards ? at - size : at;
    const fold = (position: number) =>
      program.ignoreCase ? characters[position]?.toLowerCase() : characters[position];
    for (let index = 0; index < size; index += 1) {
      taken += 1;
      if (fold(start + index) !== fold(from + index)) return null;
    }
    at = step.backwards ? from : from + size;
    return step.next;
  }

  function repeat(loop: Loop): Step | null {
    const count = registers[loop.count] ?? 0;
    if (count > loop.min && registers[loop.position] === at) return null;
    if (count < loop.min) return loop.round;
    if (count >= loop.max) return loop.next;
    push(loop.greedy ? loop.next : loop.round, at, at);
    return loop.greedy ? loop.round : loop.next;
  }

  function advance(step: Exclude<Step, { kind: "match" }>): Step | null {
    switch (step.kind) {
      case "set": {
        const matches = isIn(step.set, step.backwards ? at - 1 : at);
        at += step.backwards ? -1 : 1;
        return matches ? step.next : null;
      }
      case "run":
        return run(step);
      case "choice":
        for (let index = step.of.length - 1; index > 0; index -= 1) {
          push(step.of[index] ?? null, at, at);
        }
        return step.of[0] ?? null;
      case "save":
        setRegister(step.register, at);
        return step.next;
      case "edge": {
        const [limit, beside] = step.edge === "start" ? [0, at - 1] : [length, at];
        return at === limit || (step.breaks && isIn(step.breaks, beside)) ? step.next : null;
      }
      case "word":
        return (isIn(step.words, at - 1) !== isIn(step.words, at)) !== step.negate
          ? step.next
          : null;
      case "look": {
        const from = at;
        const matches = execute(step.body) >= 0;
        at = from;
        return matches !== step.negate ? step.next : null;
      }
      case "reference":
        return reference(step);
      case "enter":
        setRegister(step.loop.position, -1);
        setRegister(step.loop.count, 0);
        return step.loop.repeat;
      case "repeat":
        return repeat(step.loop);
      case "round":
        setRegister(step.loop.count, (registers[step.loop.count] ?? 0) + 1);
        setRegister(step.loop.position, at);
        return step.loop.body;
    }
  }

  function back(): Step | null {
    const step = steps.pop() ?? null;
    const position = positions.pop() ?? 0;
    const low = lows.pop() ?? 0;
    if (!step) {
      registers[position] = low;
      return null;
    }
    taken += 1;
    at = position;
    if (position === low || step.kind !== "run") return step;
    at += step.backwards ? 1 : -1;
    if (at !== low) push(step, at, low);
    return step.next;
  }

  let most = Number.POSITIVE_INFINITY;

  /** Returns the end of a match that starts at the current position, or -1. */
  function execute(start: Step): number {
    const base = steps.length;
    let step: Step | null = start;
    while (taken <= most) {
      if (step?.kind === "match") {
        steps.length = base;
        positions.length = base;
        lows.length = base;
        return at;
      }
      if (step) step = advance(step);
      else if (steps.length === base) return -1;
      else step = back();
    }
    return -1;
  }

  return {
    length,
    steps: () => taken,
    /** Returns the end of the match at a position, or -1, also when `limit` is reached. */
    matchAt(position: number, limit: number) {
      registers.fill(-1);
      steps.length = positions.length = lows.length = 0;
      at = position;
      most = limit;
      return execute(program.start);
    },
  };
}
