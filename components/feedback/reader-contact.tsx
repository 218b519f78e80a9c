"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { readerContact } from "../../lib/queries/contact.ts";
import { usePermission } from "../app/session.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const ForgetReader = lazyPart({
  name: "the confirmation dialog",
  load: () => import("./forget-reader.tsx").then((module) => module.ForgetReader),
  failure: "floating",
});

/** Reveals a reader's address, and answers the reader. Admins can forget the reader. */
export function ReaderContact(props: {
  projectId: string;
  item: FeedbackDetail;
  masked: string;
  /** Whether the confirmation to forget the reader is open. */
  isForgetting: boolean;
  onForget: (isForgetting: boolean) => void;
}) {
  const { projectId, item, masked, isForgetting, onForget } = props;
  const canForget = usePermission("delete");
  const reveal = useQuery(readerContact(projectId, item.id));
  const [problem, setProblem] = useState<string | null>(null);
  const reply = async () => {
    // Load the code before revealing the address, because that is recorded in the audit log.
    const mail = await import("./open-reply.ts").catch(() => null);
    if (!mail) return setProblem("Couldn't open the reply. Check your connection and try again.");
    const known = reveal.data ?? (await reveal.refetch()).data;
    setProblem(known?.contact ? mail.openReply(known.contact, item) : null);
  };
  const error = reveal.error?.message ?? problem;
  return (
    <>
      {!reveal.data && (
        <LinkButton isBusy={reveal.isFetching} onClick={() => void reveal.refetch()}>
          Reveal address
        </LinkButton>
      )}
      {masked.includes("@") && (
        <LinkButton
          isBusy={reveal.isFetching}
          title="Opens your email app"
          onClick={() => void reply()}
        >
          Reply
        </LinkButton>
      )}
      {canForget && <LinkButton onClick={() => onForget(true)}>Delete reader's data</LinkButton>}
      {error && <span className="text-bad">{error}</span>}
      {isForgetting && (
        <ForgetReader
          projectId={projectId}
          feedbackId={item.id}
          contact={masked}
          onClose={() => onForget(false)}
        />
      )}
    </>
  );
}

function LinkButton(props: {
  isBusy?: boolean;
  title?: string;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      title={props.title}
      disabled={props.isBusy}
      onClick={props.onClick}
      className="link min-h-6 text-accent"
    >
      {props.children}
    </button>
  );
}
