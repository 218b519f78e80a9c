import "server-only";

export type Random = {
  /** A number from 0 to below 1. */
  next: () => number;
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
};

/** Creates a deterministic random generator (mulberry32). The same seed gives the same sequence. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  };
}

/** Creates a separate generator for the item at `index`, so that items don't affect each other. */
export function randomAt(seed: number, index: number): Random {
  return randomFrom(seed ^ Math.imul(index + 1, 0x9e3779b1));
}

/** Picks one choice by weight. Weights can have any sum. */
export function pickWeighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = random.next() * total;
  const isChosen = ([, weight]: readonly [T, number]) => {
    rest -= weight;
    return rest < 0;
  };
  const [choice] = choices.find(isChosen) ?? choices.at(-1) ?? [];
  if (choice === undefined) throw new Error("There is nothing to choose from.");
  return choice;
}
