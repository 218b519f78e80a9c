"use client";

import { useQuery } from "@tanstack/react-query";
import { people } from "../../lib/queries/people.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { InviteForm } from "./invite-form.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { PersonItem } from "./person-item.tsx";

/** Accounts, roles, and pending invitations. */
export function PeoplePanel() {
  const { data, error } = useQuery(people);
  return (
    <div className="flex flex-col gap-6">
      <ErrorNotice error={error} />
      <InviteForm />
      <ul className="divide-y divide-line rounded-md border border-line">
        {data?.people.map((person) => (
          <PersonItem key={person.id} person={person} />
        ))}
      </ul>
      {data && data.invitations.length > 0 && (
        <OpenInvitations invitations={data.invitations} people={data.people} />
      )}
    </div>
  );
}
