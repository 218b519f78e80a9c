import type { FeedbackEvent } from "../../lib/contract/api/feedback.ts";
import { Time } from "../app/time.tsx";
import { usePersonName } from "../app/use-person-name.ts";
import { noiseName } from "./noise-name.ts";
import { SettingChange } from "./setting-change.tsx";
import { statusName } from "./status-label.tsx";

const ORIGINS: Record<Exclude<FeedbackEvent["kind"], "kept">, string> = {
  set: "Changed",
  undo: "Undone",
  platform: "Changed on the platform",
  superseded: "Not applied because of a later change. Set",
};

/** The changes of an item, newest first. */
export function ItemHistory({ events }: { events: FeedbackEvent[] }) {
  const personName = usePersonName();
  const nameOf = (field: FeedbackEvent["field"], value: string) => {
    if (field === "status") return statusName(value);
    if (field === "noise") return noiseName(value);
    if (field === "group") return value === "" ? "Not grouped" : "Grouped";
    return value === "" ? "Unassigned" : (personName(value) ?? "…");
  };
  return (
    <section>
      <h3 className="mb-1 font-medium">History</h3>
      <ol className="flex flex-col gap-1">
        {events.toReversed().map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline gap-x-2">
            {event.kind === "kept" ? (
              <KeptStatus event={event} />
            ) : (
              <>
                <span className="untrusted">
                  {event.field === "assignee" && "Assignee: "}
                  {event.field === "label" || event.field === "dismissal" ? (
                    <SettingChange {...{ field: event.field, from: event.from, to: event.to }} />
                  ) : (
                    `${nameOf(event.field, event.from)} → ${nameOf(event.field, event.to)}`
                  )}
                </span>
                <span className="text-muted">
                  {ORIGINS[event.kind]}
                  {event.by ? ` by ${event.by}` : null}, <Time at={event.at} />
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Tells the teammate who decided that the platform has another status, which may be older. */
function KeptStatus({ event: { at, from, to, by } }: { event: FeedbackEvent }) {
  return (
    <>
      <span className="untrusted">Platform: {statusName(to)}</span>
      <span className="untrusted text-muted">
        Kept “{statusName(from)}”{by ? ` set by ${by}` : null} because the platform may have changed
        first, <Time at={at} />
      </span>
    </>
  );
}
