import type { FeedbackEvent, ReaderTexts } from "../../lib/contract/api/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { keptStatusSentence } from "./change-sentence.ts";
import { statusName } from "./status-label.tsx";
import { actorOf, useChangeSentence } from "./use-change-sentence.ts";

/** The changes of an item, newest first. */
export function ItemHistory({ events }: { events: FeedbackEvent[] }) {
  const sentenceOf = useChangeSentence(events.map(({ field }) => field));
  return (
    <section>
      <h3 className="mb-1 font-medium">History</h3>
      <ol className="flex flex-col gap-1">
        {events.toReversed().map((event) => {
          const { id, at, kind, field, from, to, by } = event;
          return (
            <li key={id}>
              <span className="untrusted mr-1">
                {event.texts && kind === "kept" ? (
                  "The reader changed this feedback."
                ) : event.texts ? (
                  `The reader changed this feedback after it was ${statusName(from).toLowerCase()}, so it's pending again.`
                ) : kind === "kept" ? (
                  keptStatusSentence(event)
                ) : (
                  <>
                    <span className="font-medium">{actorOf(event)}</span>{" "}
                    {sentenceOf({ kind, field, from, to, by }, null)}
                  </>
                )}
              </span>{" "}
              <span className="whitespace-nowrap text-muted">
                <Time at={at} />
              </span>
              {event.texts && <Texts {...event.texts} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Shows an item's text before and after its reader changed it. */
function Texts({ before, after }: ReaderTexts) {
  return (
    <dl className="my-1 border-line border-l-2 pl-2">
      <Said name="Before" text={before} />
      <Said name="After" text={after} />
    </dl>
  );
}

function Said({ name, text }: { name: string; text: ReaderTexts["before"] }) {
  const { helpful, reasons, comment, code } = text;
  const rating = helpful === null ? null : helpful ? "Helpful" : "Not helpful";
  const parts = [rating, reasons.join(", "), comment, code].filter((part) => part?.trim());
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="untrusted wrap-anywhere whitespace-pre-wrap">
        {displayable(parts.join("\n") || "No comment")}
      </dd>
    </div>
  );
}
