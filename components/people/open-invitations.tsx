"use client";

import type { Invitation } from "../../lib/contract/api/people.ts";
import { revokeInvitation } from "../../lib/queries/people.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { usePeopleChange } from "./use-people-change.ts";

/** Links that nobody has used yet. */
export function OpenInvitations({ invitations }: { invitations: Invitation[] }) {
  const revoke = usePeopleChange(revokeInvitation);
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-2">
      <h2 id="invitations" className="font-semibold text-sm">
        Open links
      </h2>
      <ErrorNotice error={revoke.error} />
      <ul className="divide-y divide-line rounded-md border border-line">
        {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <span className="untrusted min-w-0 flex-1 basis-48">
              {email} <span className="text-muted">as {role}</span>
            </span>
            <span className="untrusted text-muted">
              By {invitedBy}, until <Time at={expiresAt} />
            </span>
            <Button variant="danger" disabled={revoke.isPending} onClick={() => revoke.mutate(id)}>
              Withdraw<span className="sr-only"> the link of {email}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
