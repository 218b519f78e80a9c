"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteItems } from "../../lib/queries/removal.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { counted } from "../../lib/text/counted.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Asks before items are deleted. For admins. */
export function DeleteItems(props: {
  projectId: string;
  ids: readonly string[];
  /** Called when the person has seen that they are deleted. */
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { projectId, ids } = props;
  const client = useQueryClient();
  const { data: sync } = useQuery(syncStatus(projectId));
  const remove = useMutation({ mutationFn: () => deleteItems(projectId, [...ids]) });
  const items = counted(ids.length, "item");
  const close = () => {
    props.onClose();
    if (!remove.isSuccess) return;
    props.onDeleted();
    const queryKey = ["feedback", projectId];
    client.removeQueries({ queryKey, type: "inactive" });
    void client.invalidateQueries({ queryKey });
  };
  return (
    <ConfirmDialog
      title={`Delete ${items}?`}
      action={`Delete ${items}`}
      isReady={sync !== undefined}
      isBusy={remove.isPending}
      error={remove.error}
      done={remove.data ? `${counted(remove.data.deleted, "item")} deleted.` : null}
      onConfirm={() => remove.mutate()}
      onClose={close}
    >
      <p>
        {/* Only the built-in platform has a feed. */}
        {sync?.source === "feed"
          ? "This deletes the feedback and its history from Errata and its built-in platform. Imports won't bring it back."
          : "This deletes the feedback and its history from Errata. The platform keeps its copy, but syncs won't bring it back."}
      </p>
      <p>
        Agent jobs keep the prompts that quote it.{" "}
        <b className="font-semibold">You can't undo this.</b>
      </p>
    </ConfirmDialog>
  );
}
