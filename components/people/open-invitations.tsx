"use client";

import type { Account, Invitation } from "../../lib/contract/api/people.ts";
import { revokeInvitation } from "../../lib/queries/people.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { usePeopleChange } from "./use-people-change.ts";

/** Invitation and password reset links that haven't been used. */
export function OpenInvitations(props: { invitations: Invitation[]; people: Account[] }) {
  const revoke = usePeopleChange(revokeInvitation);
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-2">
      <h2 id="invitations" className="font-semibold text-sm">
        Pending invitations and reset links
      </h2>
      <ErrorNotice error={revoke.error} />
      <ul className="divide-y divide-line rounded-md border border-line">
        {props.invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <span className="untrusted min-w-0 flex-1 basis-48">
              {email}{" "}
              <span className="text-muted">
                {props.people.some((person) => person.email === email)
                  ? "Password reset"
                  : `Invitation as ${role}`}
              </span>
            </span>
            <span className="untrusted text-muted">
              Created by {invitedBy}, expires <Time at={expiresAt} />
            </span>
            <Button variant="danger" disabled={revoke.isPending} onClick={() => revoke.mutate(id)}>
              Revoke<span className="sr-only"> link for {email}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
