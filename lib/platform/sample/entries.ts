import "server-only";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";
import { hostileEntries } from "./entries-hostile.ts";
import { newestEntries } from "./entries-newest.ts";
import { correctionEntries, largeEntries, ordinaryEntry } from "./entries-ordinary.ts";
import { storyEntries } from "./entries-stories.ts";
import type { EntryTemplate } from "./entry-template.ts";
import { SAMPLE_ENTRIES, SEED, uniqueIds } from "./ids.ts";
import { type Random, randomAt, randomFrom } from "./random.ts";
import { timestampOn } from "./times.ts";

const MINUTE = 60_000;

/** Seed offset: texts, IDs, and times use independent random streams. */
const TIMES = 0x7e57ab1e;

/**
 * Creates sample feedback on the sample's pages from the 180 days before `now` (epoch milliseconds).
 * Everything except `createdAt` depends only on `seed`. The order is arbitrary. Some entries share a
 * timestamp or have none. Conforms to docs/contract/platform.md, "Feedback entry".
 */
export function sampleEntries(options: {
  now: number;
  seed?: number;
  count?: number;
}): FeedbackEntry[] {
  const { now, seed = SEED, count = SAMPLE_ENTRIES } = options;
  const nextId = uniqueIds(seed);
  let previous: string | null = null;
  return templates(seed, count).map(({ age, entry }, index) => {
    const random = randomAt(seed ^ TIMES, index);
    const sharesTime = age !== null && "days" in age && random.chance(0.006);
    const createdAt = sharesTime && previous !== null ? previous : createdAtOf(random, now, age);
    if (age !== null && "days" in age) previous = createdAt;
    return { id: nextId(), createdAt, ...entry };
  });
}

function templates(seed: number, count: number): EntryTemplate[] {
  const random = randomFrom(seed);
  const special = [
    ...newestEntries(),
    ...correctionEntries(random),
    ...hostileEntries(random),
    ...largeEntries(random),
  ];
  const stories = storyEntries();
  const ordinary = Math.max(0, count - special.length - stories.length);
  const rest = Array.from({ length: ordinary }, (_, index) => ordinaryEntry(randomAt(seed, index)));
  return [...special, ...rest, ...stories].slice(0, count);
}

function createdAtOf(random: Random, now: number, age: EntryTemplate["age"]): string | null {
  if (age === null) return null;
  const instant =
    "minutes" in age ? now - age.minutes * MINUTE : timestampOn(random, now, age.days);
  return new Date(instant).toISOString();
}
