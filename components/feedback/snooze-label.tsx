import { UNTIL_REPORTED } from "../../lib/contract/api/item-fields.ts";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { DATE, formatDate, SHORT_DATE, useTime } from "../app/time.tsx";

/** Marks an item that is snoozed, or whose snooze is over: an instant in ISO 8601, or `UNTIL_REPORTED`. */
export function SnoozeLabel({ until, over }: { until?: string | null; over?: string }) {
  const nameOf = useUntilName();
  const named = until ?? over;
  if (!named) return null;
  return (
    <span data-testid="snooze" className="tag" suppressHydrationWarning>
      {!until && over === UNTIL_REPORTED ? "Reported again" : `Snoozed until ${nameOf(named)}`}
    </span>
  );
}

/**
 * Returns a function that formats the end of a snooze, to follow "until": "tomorrow", "Nov 27", or
 * "reported again".
 */
export function useUntilName(): (until: string) => string {
  const { locale, zone, now } = useTime();
  const dayOf = (at: number) => formatDate(at, locale, zone, DATE);
  const yearOf = (at: number) => formatDate(at, locale, zone, { year: "numeric" });
  return (until) => {
    if (until === UNTIL_REPORTED) return "reported again";
    const at = Date.parse(until);
    if (dayOf(at) === dayOf(now)) return "today";
    if (dayOf(at) === dayOf(now + DAY)) return "tomorrow";
    return formatDate(at, locale, zone, yearOf(at) === yearOf(now) ? SHORT_DATE : DATE);
  };
}
