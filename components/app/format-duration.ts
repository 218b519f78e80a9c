import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";

const MINUTE = 60_000;

/** Formats milliseconds as a rounded duration: "45 seconds", "2 minutes", "12 hours", "3 days". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1.5 * MINUTE) return count(milliseconds / 1_000, "second");
  if (milliseconds < 2 * HOUR) return count(milliseconds / MINUTE, "minute");
  if (milliseconds < 2 * DAY) return count(milliseconds / HOUR, "hour");
  return count(milliseconds / DAY, "day");
}

function count(amount: number, unit: string): string {
  const rounded = Math.round(amount);
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`;
}
