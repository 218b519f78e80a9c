"use client";

import { useQuery } from "@tanstack/react-query";
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
  feedbackId: string;
  masked: string;
  /** Whether the confirmation to forget the reader is open. */
  isForgetting: boolean;
  onForget: (isForgetting: boolean) => void;
}) {
  const { projectId, feedbackId, masked, isForgetting, onForget } = props;
  const canReveal = usePermission("contacts");
  const canForget = usePermission("delete");
  const reveal = useQuery(readerContact(projectId, feedbackId));
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
      {canForget && (
        <button
          type="button"
          onClick={() => onForget(true)}
          className="text-accent underline underline-offset-2"
        >
          Forget reader
        </button>
      )}
      {reveal.error && <span className="text-bad">{reveal.error.message}</span>}
      {isForgetting && (
        <ForgetReader
          projectId={projectId}
          feedbackId={feedbackId}
          contact={masked}
          onClose={() => onForget(false)}
        />
      )}
    </span>
  );
}
