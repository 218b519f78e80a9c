import Link from "next/link";
import type { ReactNode } from "react";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { ReaderContact } from "./reader-contact.tsx";

/** Every field of an entry that is not its words, those that nobody documented among them. */
export function ItemFacts({ projectId, entry }: { projectId: string; entry: FeedbackDetail }) {
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
      {entry.contact !== null && (
        <Field name="Contact">
          <ReaderContact
            key={entry.id}
            projectId={projectId}
            feedbackId={entry.id}
            masked={entry.contact}
          />
        </Field>
      )}
      <Field name="Page">
        <Link
          href={`/${projectId}/feedback?path=${encodeURIComponent(entry.page)}`}
          className="untrusted text-accent underline underline-offset-2"
        >
          All feedback on {displayable(entry.page)}
        </Link>
      </Field>
      <Field name="Path">{entry.path}</Field>
      <Field name="Submitted">
        {entry.createdAt === null ? (
          (entry.createdAtText ?? "No date")
        ) : (
          <Time at={entry.createdAt} exact />
        )}
      </Field>
      <Field name="Received">
        <Time at={entry.firstSeenAt} exact />
      </Field>
      <Field name="Source">{entry.source}</Field>
      <Field name="Identifier">{entry.id}</Field>
      {Object.entries(entry.extra).map(([name, value]) => (
        <Field key={name} name={name}>
          {typeof value === "string" ? value : JSON.stringify(value)}
        </Field>
      ))}
    </dl>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="untrusted text-muted">{displayable(name)}</dt>
      <dd className="untrusted min-w-0">
        {typeof children === "string" ? displayable(children) : children}
      </dd>
    </>
  );
}
