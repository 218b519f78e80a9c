"use client";

import { useMutation } from "@tanstack/react-query";
import { fetchContact } from "../../lib/queries/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";

/** A reader's email address, masked until someone reveals it. */
export function ReaderContact(props: { projectId: string; feedbackId: string; masked: string }) {
  const { projectId, feedbackId, masked } = props;
  const canReveal = usePermission("contacts");
  const reveal = useMutation({ mutationFn: () => fetchContact(projectId, feedbackId) });
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="untrusted">{displayable(reveal.data?.contact ?? masked)}</span>
      {!reveal.data && canReveal && (
        <button
          type="button"
          disabled={reveal.isPending}
          onClick={() => reveal.mutate()}
          className="text-accent underline underline-offset-2"
        >
          Reveal
        </button>
      )}
      {reveal.error && <span className="text-bad">{reveal.error.message}</span>}
    </span>
  );
}
