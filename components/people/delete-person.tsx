"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Account } from "../../lib/contract/api/people.ts";
import { deletePerson, people } from "../../lib/queries/people.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Asks before an account is deleted. */
export function DeletePerson(props: { person: Account; onClose: () => void }) {
  const { person } = props;
  const client = useQueryClient();
  const remove = useMutation({ mutationFn: () => deletePerson(person.id) });
  const close = () => {
    props.onClose();
    // Not earlier: the person's row goes with it.
    if (remove.isSuccess) void client.invalidateQueries({ queryKey: people.queryKey });
  };
  return (
    <ConfirmDialog
      title="Delete this account?"
      action="Delete account"
      isBusy={remove.isPending}
      error={remove.error}
      done={remove.isSuccess ? "Account deleted." : null}
      onConfirm={() => remove.mutate()}
      onClose={close}
    >
      <p className="untrusted">
        <b className="font-semibold">{displayable(person.name)}</b> ({displayable(person.email)})
        will be signed out immediately.
      </p>
      <p>
        Their activity stays in feedback and job histories and in the audit log, under the name
        “Deleted teammate”.
      </p>
      <p>
        To come back, they need a new invitation, unless your organization's sign-in lets them in.{" "}
        <b className="font-semibold">You can't undo this.</b>
      </p>
    </ConfirmDialog>
  );
}
