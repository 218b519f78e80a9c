import type { FeedbackEvent } from "../../lib/contract/api/feedback.ts";
import { Time } from "../app/time.tsx";
import { statusName } from "./status-label.tsx";

const ORIGINS: Record<FeedbackEvent["kind"], string> = {
  set: "Changed",
  undo: "Undone",
  platform: "Changed on the platform",
  superseded: "Not applied because of a later change; set",
};

/** The status changes of an item, newest first. */
export function StatusHistory({ events }: { events: FeedbackEvent[] }) {
  if (events.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-medium">Status history</h3>
      <ol className="flex flex-col gap-1">
        {events.toReversed().map(({ id, at, kind, from, to, by }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2">
            <span className="untrusted">
              {statusName(from)} → {statusName(to)}
            </span>
            <span className="text-muted">
              {ORIGINS[kind]}
              {by ? ` by ${by}` : null}, <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
