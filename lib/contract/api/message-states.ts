// Every state of a follow-up message, apart from those of jobs, so that the inbox loads less.
import type { LedgerState, ShownState } from "./job-states.ts";

/** States of a follow-up message; they mean what they mean for a job. */
export const MESSAGE_STATES = [
  "queued",
  "scheduled",
  "sending",
  "unconfirmed",
  "rejected",
  "canceled",
  "sent",
] as const satisfies readonly LedgerState[];
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MESSAGE_STATE = {
  queued: { label: "Sending…", tone: "muted", cancelable: true },
  scheduled: { label: "Scheduled", tone: "warn", cancelable: true },
  sending: { label: "Sending…", tone: "muted", cancelable: false },
  unconfirmed: { label: "Unconfirmed", tone: "warn", cancelable: false },
  rejected: { label: "Rejected", tone: "bad", cancelable: false },
  canceled: { label: "Canceled", tone: "muted", cancelable: false },
  sent: { label: "Sent", tone: "good", cancelable: false },
} as const satisfies Record<MessageState, ShownState & { cancelable: boolean }>;
