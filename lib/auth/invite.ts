import "server-only";
import type { Actor, CreatedInvitation } from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { Audit } from "./audit.ts";
import { parseEmail } from "./email.ts";
import type { Invitations } from "./invitations.ts";
import type { PeopleStore } from "./people.ts";

const DAY = 86_400_000;

/** Milliseconds that a link can be used. */
const INVITATION_LASTS = 7 * DAY;
const PASSWORD_LINK_LASTS = DAY;

interface Parts {
  invitations: Invitations;
  people: PeopleStore;
  audit: Audit;
  publicUrl: string;
}

/** @throws {InvalidRequest} {Conflict} */
export async function invite(
  { invitations, people, audit, publicUrl }: Parts,
  by: Actor,
  invited: { email: string; role: Role },
): Promise<CreatedInvitation> {
  const email = parseEmail(invited.email);
  const [known, open] = await Promise.all([people.list(), invitations.open()]);
  if (known.some((person) => person.email === email)) {
    throw new Conflict("There is an account with this address.");
  }
  if (open.some((invitation) => invitation.email === email)) {
    throw new Conflict("This address is invited already. Withdraw that invitation first.");
  }
  const made = await invitations.create({
    email,
    role: invited.role,
    invitedBy: by.name,
    lasts: INVITATION_LASTS,
  });
  await audit.record(by, `invited as ${invited.role}`, email);
  return { invitation: made.invitation, link: `${publicUrl}/invitation/${made.token}` };
}

/** @throws {NotFound} {Conflict} for an account that is disabled */
export async function createPasswordLink(
  { invitations, people, audit, publicUrl }: Parts,
  by: Actor,
  personId: string,
): Promise<CreatedInvitation> {
  const person = (await people.list()).find(({ id }) => id === personId);
  if (!person) throw new NotFound("There is no such person.");
  if (person.disabled) throw new Conflict("This account is disabled. Enable it first.");
  const { email, role } = person;
  const made = await invitations.create({
    email,
    role,
    invitedBy: by.name,
    lasts: PASSWORD_LINK_LASTS,
  });
  await audit.record(by, "made a link for a new password for", email);
  return { invitation: made.invitation, link: `${publicUrl}/invitation/${made.token}` };
}
