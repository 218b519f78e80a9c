"use client";

import { type FormEvent, useState } from "react";
import { EMAIL_LENGTH } from "../../lib/contract/api/limits.ts";
import type { Role } from "../../lib/contract/api/permissions.ts";
import { invite } from "../../lib/queries/people.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { fieldClass } from "../ui/field.ts";
import { NewLink } from "./new-link.tsx";
import { RoleSelect } from "./role-select.tsx";
import { usePeopleChange } from "./use-people-change.ts";

/** Creates an invitation link. */
export function InviteForm() {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("triager");
  const create = usePeopleChange(invite);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ email: email.trim(), role }, { onSuccess: () => setEmail("") });
  };
  return (
    <section aria-label="Invite a teammate" className="flex flex-col gap-3">
      <ErrorNotice error={create.error} />
      {create.data && <NewLink key={create.data.invitation.id} created={create.data} />}
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <label className="flex flex-col gap-1 max-sm:w-full">
          <span className="text-muted">Email address</span>
          <input
            type="email"
            required
            maxLength={EMAIL_LENGTH}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className={`${fieldClass} w-64 max-sm:w-full`}
          />
        </label>
        <RoleSelect label="Role" value={role} onChoose={setRole} />
        <Button type="submit" variant="primary" disabled={create.isPending}>
          Create invitation
        </Button>
      </form>
    </section>
  );
}
