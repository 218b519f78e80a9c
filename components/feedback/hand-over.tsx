"use client";

import { useState } from "react";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { handOverMessage, mailAddressOf } from "../../lib/text/hand-over.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** A message that hands an item over to the team it concerns, to copy or to send by mail. */
export function HandOver({ item, onClose }: { item: FeedbackDetail; onClose: () => void }) {
  const [text, setText] = useState(() => handOverMessage(item, location.href));
  const [copied, setCopied] = useState<string | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied("Copied"),
      () => setCopied("Couldn't copy. Select the text and copy it."),
    );
  return (
    <Dialog title="Hand off to another team" width="max-w-xl" onClose={onClose}>
      <p className="text-muted">
        This feedback isn't about the documentation. Send this message to the team responsible. It
        doesn't include the reader's contact address.
      </p>
      <textarea
        aria-label="Message"
        rows={12}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="w-full rounded-md border border-line-strong bg-surface p-2 leading-5"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" onClick={copy}>
          Copy message
        </Button>
        <a href={mailAddressOf(item, text)} className={buttonClass("plain")}>
          Open in email app
        </a>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        <span role="status">{copied}</span>
      </div>
    </Dialog>
  );
}
