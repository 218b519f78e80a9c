import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";

const MINUTE = 60_000;

/** A length of time in words, to two figures or so: "105 s", "52 min", "12 h", "3 days". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 2 * MINUTE) return `${Math.round(milliseconds / 1_000)} s`;
  if (milliseconds < 2 * HOUR) return `${Math.round(milliseconds / MINUTE)} min`;
  if (milliseconds < 2 * DAY) return `${Math.round(milliseconds / HOUR)} h`;
  return `${Math.round(milliseconds / DAY)} days`;
}
