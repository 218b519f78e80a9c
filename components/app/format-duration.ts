import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { counted } from "../../lib/text/counted.ts";

const MINUTE = 60_000;

/** Formats milliseconds as a rounded duration: "45 seconds", "2 minutes", "12 hours", "3 days". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1.5 * MINUTE) return counted(Math.round(milliseconds / 1_000), "second");
  if (milliseconds < 2 * HOUR) return counted(Math.round(milliseconds / MINUTE), "minute");
  if (milliseconds < 2 * DAY) return counted(Math.round(milliseconds / HOUR), "hour");
  return counted(Math.round(milliseconds / DAY), "day");
}
