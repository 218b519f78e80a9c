"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { readerContact } from "../../lib/queries/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

const ForgetReader = lazyPart({
  name: "the confirmation",
  load: () => import("./forget-reader.tsx").then((module) => module.ForgetReader),
  failure: "floating",
});

/** A reader's email address, masked until someone reveals it. Admins can forget the reader. */
export function ReaderContact(props: {
  projectId: string;
  item: FeedbackDetail;
  masked: string;
  /** Whether the confirmation to forget the reader is open. */
  isForgetting: boolean;
  onForget: (isForgetting: boolean) => void;
}) {
  const { projectId, item, masked, isForgetting, onForget } = props;
  const canReveal = usePermission("contacts");
  const canForget = usePermission("delete");
  const reveal = useQuery(readerContact(projectId, item.id));
  const reply = useMutation({
    mutationFn: async () => {
      const { openReply } = await import("./open-reply.ts").catch(() => {
        throw new Error("Couldn't load the reply. Check your connection and try again.");
      });
      const known = reveal.data ?? (await reveal.refetch()).data;
      if (known?.contact) openReply(known.contact, item);
    },
  });
  const error = reveal.error ?? reply.error;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="untrusted">{displayable(reveal.data?.contact ?? masked)}</span>
      {!reveal.data && canReveal && (
        <button
          type="button"
          disabled={reveal.isFetching}
          onClick={() => void reveal.refetch()}
          className="text-accent underline underline-offset-2"
        >
          Reveal
        </button>
      )}
      {canReveal && masked.includes("@") && (
        <button
          type="button"
          disabled={reveal.isFetching}
          title="Opens your mail program"
          onClick={() => reply.mutate()}
          className="text-accent underline underline-offset-2"
        >
          Reply
        </button>
      )}
      {canForget && (
        <button
          type="button"
          onClick={() => onForget(true)}
          className="text-accent underline underline-offset-2"
        >
          Forget reader
        </button>
      )}
      {error && <span className="text-bad">{error.message}</span>}
      {isForgetting && (
        <ForgetReader
          projectId={projectId}
          feedbackId={item.id}
          contact={masked}
          onClose={() => onForget(false)}
        />
      )}
    </span>
  );
}
