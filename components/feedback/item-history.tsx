import type { FeedbackEvent } from "../../lib/contract/api/feedback.ts";
import { Time } from "../app/time.tsx";
import { keptStatusSentence } from "./change-sentence.ts";
import { ReaderTexts } from "./reader-texts.tsx";
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
              {event.texts && <ReaderTexts {...event.texts} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
