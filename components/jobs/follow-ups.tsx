"use client";

import type { FormEvent } from "react";
import { isDeletedOnPlatform } from "../../lib/contract/api/job-states.ts";
import type { JobDetail, JobMessage } from "../../lib/contract/api/jobs.ts";
import { MESSAGE_STATE } from "../../lib/contract/api/message-states.ts";
import type { DraftedComment } from "../../lib/prompt/review-comments.ts";
import { cancelMessage, sendMessage } from "../../lib/queries/job-actions.ts";
import { counted } from "../../lib/text/counted.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { ClockTime, Time } from "../app/time.tsx";
import { useActor } from "../app/use-actor.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { useFollowUpDraft } from "./comments/use-follow-up-draft.ts";
import { useJobAction } from "./use-job-action.ts";

/** Whether a job can get follow-ups. Not every platform supports them. */
export function takesFollowUps(job: JobDetail): boolean {
  return (
    job.platformJobId !== null && job.platformStatus !== "archived" && !isDeletedOnPlatform(job)
  );
}

/** Where a follow-up is on the page. */
export const followUpPlace = (id: string) => `follow-up-${id}`;

/** Follow-up messages to a job, and a form to send one. */
export function FollowUps(props: {
  job: JobDetail;
  /** The person's comments on the change. */
  comments: readonly DraftedComment[];
  mayWrite: boolean;
}) {
  const { job, comments, mayWrite } = props;
  const isOpen = mayWrite && takesFollowUps(job);
  if (!isOpen && job.messages.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-medium">Follow-ups</h2>
      {job.messages.length > 0 && (
        <ul className="flex flex-col gap-2">
          {job.messages.map((message, index) => (
            <Message key={message.id} {...{ job, message, mayWrite }} number={index + 1} />
          ))}
        </ul>
      )}
      {isOpen && job.acceptsMessages && <MessageForm job={job} comments={comments} />}
      {isOpen && !job.acceptsMessages && (
        <p className="text-muted">
          This platform doesn't accept follow-ups. Create a new job instead.
        </p>
      )}
    </section>
  );
}

function Message(props: {
  job: JobDetail;
  message: JobMessage;
  number: number;
  mayWrite: boolean;
}) {
  const { job, message, number } = props;
  const actor = useActor();
  const cancel = useJobAction(job.projectId, () =>
    cancelMessage(job.projectId, job.id, message.id),
  );
  return (
    <li
      id={followUpPlace(message.id)}
      tabIndex={-1}
      className="scroll-mt-4 rounded-md border border-line p-3"
    >
      <p className="untrusted whitespace-pre-wrap">{message.prompt}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-muted">
        <span>Follow-up {number}</span>
        <span>
          {MESSAGE_STATE[message.state].label}
          {message.scheduledFor !== null && (
            <>
              {" for "}
              <ClockTime at={message.scheduledFor} />
            </>
          )}
        </span>
        <Time at={message.sentAt ?? message.createdAt} />
        {message.by && <span className="untrusted">by {actor(message.by)}</span>}
        {message.problem && <span className="text-warn">{message.problem}</span>}
        {message.state === "scheduled" && props.mayWrite && (
          <Button disabled={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
            Cancel message
          </Button>
        )}
        {cancel.error && <span className="text-bad">{cancel.error.message}</span>}
      </p>
    </li>
  );
}

function MessageForm(props: { job: JobDetail; comments: readonly DraftedComment[] }) {
  const { job, comments } = props;
  const { text, intentKey, drafted, write, leaveOut } = useFollowUpDraft(job, comments);
  const send = useJobAction(job.projectId, (key: string) =>
    sendMessage(job.projectId, job.id, {
      intentKey: key,
      prompt: text,
      comments: drafted.map(({ id }) => id),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const onSuccess = () => {
      write(null);
      // The button is disabled now and lost the focus. Don't move the focus if the person went on elsewhere.
      const { activeElement, body } = document;
      if (activeElement === body || form.contains(activeElement)) {
        document.getElementById("follow-up")?.focus();
      }
    };
    send.mutate(intentKey ?? newIntentKey(), { onSuccess });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        <span className="text-muted">
          Sent to the agent as written. The agent continues on the same branch.
        </span>
        <textarea
          id="follow-up"
          data-testid="follow-up"
          rows={Math.min(16, Math.max(3, text.split("\n").length))}
          maxLength={200_000}
          value={text}
          // Text typed while sending would be cleared with the text that was sent.
          readOnly={send.isPending}
          onChange={(event) => write(event.target.value)}
          className="rounded-md border border-line-strong bg-surface p-2 font-mono text-xs leading-5"
        />
      </label>
      {drafted.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          Sends {counted(drafted.length, "review comment")}.
          <Button variant="quiet" onClick={leaveOut}>
            Leave out comments
          </Button>
        </p>
      )}
      <ErrorNotice error={send.error} />
      <Button type="submit" className="self-start" disabled={send.isPending || text.trim() === ""}>
        Send follow-up
      </Button>
    </form>
  );
}
