import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { readerContact } from "../../lib/queries/contact.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";
import { Time } from "../app/time.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { PathText } from "../ui/path-text.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { ReaderContact } from "./reader-contact.tsx";
import { sourceName } from "./source-label.tsx";

const FACTS = "grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5";

/**
 * All fields of an item except its comment and code, including undocumented ones. Most are folded, for all items that
 * are opened one after the other.
 * @param props.children what is below the folded ones
 */
export function ItemFacts(props: { projectId: string; item: FeedbackDetail; children: ReactNode }) {
  const { projectId, item } = props;
  return (
    <>
      <dl className={FACTS}>
        <Contact key={item.id} projectId={projectId} item={item} />
        <Field name="Page">
          <IntentLink
            href={`/${projectId}/feedback?path=${encodeURIComponent(item.page)}`}
            className="link untrusted text-accent"
          >
            All feedback on <PathText path={item.page} />
          </IntentLink>
        </Field>
        {item.reasons.length > 0 && (
          <Field name={item.reasons.length === 1 ? "Reason" : "Reasons"}>
            {item.reasons.join(", ")}
          </Field>
        )}
      </dl>
      <details>
        <summary className="font-medium">Details</summary>
        <dl className={`${FACTS} my-2`}>
          <Field name="Path">
            <SafeLink href={item.liveUrl ?? ""}>
              <span>
                <PathText path={item.path} />
              </span>
            </SafeLink>
          </Field>
          <Field name="Submitted">
            {item.createdAt === null ? (
              (item.createdAtText ?? "No date")
            ) : (
              <Time at={item.createdAt} exact />
            )}
          </Field>
          <Field name="Received">
            <Time at={item.firstSeenAt} exact />
          </Field>
          <Field name="Source">{sourceName(item.source)}</Field>
          <Field name="ID">{item.id}</Field>
          {Object.entries(item.extra).map(([name, value]) => (
            <Field key={name} name={name}>
              {typeof value === "string" ? value : JSON.stringify(value)}
            </Field>
          ))}
        </dl>
        {props.children}
      </details>
    </>
  );
}

/** The reader's contact, if there is one. A confirmation stays until it is closed, also once the reader is forgotten. */
function Contact({ projectId, item }: { projectId: string; item: FeedbackDetail }) {
  const [forgetting, setForgetting] = useState<string | null>(null);
  const contact = forgetting ?? item.contact;
  const { data } = useQuery(readerContact(projectId, item.id));
  const canReveal = usePermission("contacts");
  if (contact === null) return null;
  return (
    <Field name="Contact">
      {displayable(data?.contact ?? contact)}
      {canReveal && (
        <span className="flex min-h-6 flex-wrap gap-x-2">
          <ReaderContact
            projectId={projectId}
            item={item}
            masked={contact}
            isForgetting={forgetting !== null}
            onForget={(isForgetting) => setForgetting(isForgetting ? contact : null)}
          />
        </span>
      )}
    </Field>
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
