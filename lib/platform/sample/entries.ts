import "server-only";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";
import type { Draft } from "./draft.ts";
import { hostileDrafts } from "./entries-hostile.ts";
import { newestDrafts } from "./entries-newest.ts";
import { correctionDrafts, largeDrafts, ordinaryDraft } from "./entries-ordinary.ts";
import { type Random, randomAt, randomFrom } from "./random.ts";
import { instantOn } from "./times.ts";

const MINUTE = 60_000;
const ID_LENGTH = 12;
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz".split("");

// Far apart, so that the streams of identifiers, texts and times never meet.
const IDENTIFIERS = 0x1d1d1d1d;
const TIMES = 0x7e57ab1e;

/**
 * Sample feedback on the pages of the sample repository, within the 180 days before `now` (epoch
 * milliseconds). Everything but `createdAt` depends on `seed` alone: identifiers and texts stay the
 * same at another `now`. In no particular order; a few entries share a millisecond, some have no
 * date. Conforms to contract/interface.md, "Feedback entry".
 */
export function sampleEntries(options: {
  now: number;
  seed?: number;
  count?: number;
}): FeedbackEntry[] {
  const { now, seed = 20_260_115, count = 4_000 } = options;
  const nextId = identifiers(randomFrom(seed ^ IDENTIFIERS));
  let previous: string | null = null;
  return drafts(seed, count).map(({ age, entry }, index) => {
    const random = randomAt(seed ^ TIMES, index);
    const tied = age !== null && "days" in age && random.chance(0.006);
    const createdAt = tied && previous !== null ? previous : createdAtOf(random, now, age);
    if (age !== null && "days" in age) previous = createdAt;
    return { id: nextId(), createdAt, ...entry };
  });
}

function drafts(seed: number, count: number): Draft[] {
  const random = randomFrom(seed);
  const special = [
    ...newestDrafts(),
    ...correctionDrafts(random),
    ...hostileDrafts(random),
    ...largeDrafts(random),
  ];
  const ordinary = Math.max(0, count - special.length);
  const rest = Array.from({ length: ordinary }, (_, index) => ordinaryDraft(randomAt(seed, index)));
  return [...special, ...rest].slice(0, count);
}

function createdAtOf(random: Random, now: number, age: Draft["age"]): string | null {
  if (age === null) return null;
  const instant = "minutes" in age ? now - age.minutes * MINUTE : instantOn(random, now, age.days);
  return new Date(instant).toISOString();
}

function identifiers(random: Random): () => string {
  const given = new Set<string>();
  return () => {
    let id: string;
    do {
      id = `fb_${Array.from({ length: ID_LENGTH }, () => random.pick(DIGITS)).join("")}`;
    } while (given.has(id));
    given.add(id);
    return id;
  };
}
