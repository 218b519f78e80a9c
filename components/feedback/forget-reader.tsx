"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetReader, itemReader } from "../../lib/queries/removal.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Asks before the item's reader is forgotten. For admins. */
export function ForgetReader(props: {
  projectId: string;
  feedbackId: string;
  /** The contact, as it is shown in the item. */
  contact: string;
  onClose: () => void;
}) {
  const { projectId, feedbackId, contact } = props;
  const client = useQueryClient();
  const { data, error } = useQuery(itemReader(projectId, feedbackId));
  const forget = useMutation({ mutationFn: () => forgetReader(projectId, feedbackId) });
  const close = () => {
    props.onClose();
    // Cached items may still have the address. Not earlier, because this dialog disappears with the
    // item's contact.
    if (!forget.isSuccess) return;
    client.removeQueries({ type: "inactive" });
    void client.invalidateQueries();
  };
  return (
    <ConfirmDialog
      title="Delete this reader's data?"
      action="Delete reader's data"
      isReady={data !== undefined}
      isBusy={forget.isPending}
      error={forget.error ?? error}
      done={
        forget.data ? `The reader's data is deleted. ${changedText(forget.data.changed)}` : null
      }
      onConfirm={() => forget.mutate()}
      onClose={close}
    >
      <p>
        Errata removes <b className="untrusted font-semibold">{displayable(contact)}</b> from all
        projects:
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>{data ? contactsText(data.items) : "The contact address on items (counting…)"}</li>
        <li>
          The address in comments, code, pages, prompts, and job histories, where it's replaced with
          [removed]
        </li>
      </ul>
      <p>The rest of the feedback stays. Syncs and imports won't bring the address back.</p>
      <p>
        A hosted platform, repositories, and backups keep their copies.{" "}
        <b className="font-semibold">You can't undo this.</b>
      </p>
    </ConfirmDialog>
  );
}

function contactsText(items: number): string {
  return `The contact address on ${counted(items, "item")}`;
}

function changedText(changed: number): string {
  return changed === 1
    ? "The address was removed from 1 place."
    : `The address was removed from ${changed.toLocaleString("en")} places.`;
}
