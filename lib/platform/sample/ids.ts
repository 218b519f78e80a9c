import "server-only";
import { randomFrom } from "./random.ts";

/** Number of entries unless a test wants another. */
export const SAMPLE_ENTRIES = 4_000;
export const SEED = 20_260_115;

const ID_LENGTH = 12;
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz".split("");
/** Seed offset, as for times. */
const IDS = 0x1d1d1d1d;

/** Returns the IDs of all sample entries, which are the same in every installation. Reads none of the sample's files. */
export function sampleIds(): string[] {
  const nextId = uniqueIds(SEED);
  return Array.from({ length: SAMPLE_ENTRIES }, nextId);
}

/** Returns a function that returns another ID each time, in an order that depends only on the seed. */
export function uniqueIds(seed: number): () => string {
  const random = randomFrom(seed ^ IDS);
  const used = new Set<string>();
  return () => {
    let id: string;
    do {
      id = `fb_${Array.from({ length: ID_LENGTH }, () => random.pick(DIGITS)).join("")}`;
    } while (used.has(id));
    used.add(id);
    return id;
  };
}
