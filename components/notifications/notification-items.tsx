"use client";

import type { Notification, ReadNotifications } from "../../lib/contract/api/notifications.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { openItemsOf } from "../../lib/filters/open-items.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { IntentLink } from "../ui/intent-link.tsx";

/** A list of notifications. Opening what one is about marks it as read. */
export function NotificationItems(props: {
  projectId: string;
  notifications: Notification[];
  onRead: (which: ReadNotifications) => void;
}) {
  const { projectId } = props;
  const read = ({ isRead, topic, id }: Notification) => {
    if (!isRead) props.onRead({ topic, upTo: id });
  };
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {props.notifications.map((notification) => (
        <li
          key={notification.topic}
          data-testid="notification"
          className="flex items-baseline gap-x-3 px-3 py-2 max-sm:flex-wrap"
        >
          <span
            aria-hidden
            // Placed beside the first line, which is rendered before the others.
            className={`mt-1.5 size-2 shrink-0 self-start rounded-full ${notification.isRead ? "" : "unread-dot"}`}
          />
          <div className="min-w-0 flex-1 max-sm:basis-4/5">
            <IntentLink
              href={hrefOf(projectId, notification)}
              // After the link was followed: where only unread ones are listed, it goes away.
              onClickCapture={() => setTimeout(() => read(notification))}
              onAuxClick={({ button }) => button === 1 && setTimeout(() => read(notification))}
              className={`untrusted relative inline-block underline-offset-2 hover:underline ${notification.isRead ? "" : "font-medium"}`}
            >
              {!notification.isRead && <span className="sr-only">Unread: </span>}
              {titleOf(notification)}
            </IntentLink>
            <p dir="auto" className="untrusted truncate text-muted">
              {displayable(notification.subject)}
            </p>
          </div>
          {!notification.isRead && (
            <Button
              variant="quiet"
              className="max-sm:ml-2"
              data-mark-read
              onClick={({ currentTarget }) => {
                focusNext(currentTarget);
                read(notification);
              }}
            >
              Mark as read
            </Button>
          )}
          <span className="ml-auto text-muted">
            <Time at={notification.at} compact />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus to the next of these buttons, or else to the link beside it: the pressed one goes away. */
function focusNext(pressed: HTMLElement): void {
  const buttons = [
    ...(pressed.closest("ul")?.querySelectorAll<HTMLElement>("[data-mark-read]") ?? []),
  ];
  const next = buttons[buttons.indexOf(pressed) + 1];
  (next ?? pressed.closest("li")?.querySelector("a"))?.focus();
}

function titleOf({ kind, by, items, isReady }: Notification): string {
  const person = by ?? "Someone";
  if (kind === "job") return isReady ? "Ready to review" : "Your agent job needs attention";
  if (kind === "recurrence") {
    return items === 1
      ? "Feedback you resolved was reported again"
      : `Feedback you resolved was reported again, ${items.toLocaleString("en")} times`;
  }
  if (kind === "mentioned") return `${person} mentioned you in a note`;
  return `${person} assigned ${items === 1 ? "an item" : `${items.toLocaleString("en")} items`} to you`;
}

function hrefOf(projectId: string, { kind, jobId, feedbackId, items }: Notification): string {
  if (jobId !== null) return `/${projectId}/jobs/${jobId}`;
  const several = kind === "recurrence" ? { similarTo: feedbackId } : openItemsOf();
  const address = items === 1 ? { open: feedbackId } : several;
  return `/${projectId}/feedback${serializeInboxAddress(address)}`;
}
