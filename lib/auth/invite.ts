import "server-only";
import type { Actor, CreatedInvitation } from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { Audit } from "./audit.ts";
import { parseEmail } from "./email.ts";
import type { Invitations } from "./invitations.ts";
import type { PeopleStore } from "./people.ts";

const DAY = 86_400_000;

/** Milliseconds. */
const INVITATION_LIFETIME_MS = 7 * DAY;
const PASSWORD_LINK_LIFETIME_MS = DAY;

interface Dependencies {
  invitations: Invitations;
  people: PeopleStore;
  audit: Audit;
  publicUrl: string;
}

/** Creates an invitation link. @throws {InvalidRequest} {Conflict} if the email has an account or a link */
export async function invite(
  { invitations, people, audit, publicUrl }: Dependencies,
  by: Actor,
  invited: { email: string; role: Role },
): Promise<CreatedInvitation> {
  const email = parseEmail(invited.email);
  const [members, open] = await Promise.all([people.list(), invitations.listOpen()]);
  if (members.some((person) => person.email === email)) {
    throw new Conflict("This person already has an account.");
  }
  if (open.some((invitation) => invitation.email === email)) {
    throw new Conflict(
      "This person already has an open link. Revoke it first, then invite them again.",
    );
  }
  const created = await invitations.create({
    email,
    role: invited.role,
    invitedBy: by.name,
    lifetime: INVITATION_LIFETIME_MS,
  });
  await audit.record(by, "invited", `${email} as ${invited.role}`);
  return { invitation: created.invitation, link: `${publicUrl}/invitation/${created.token}` };
}

/** Creates a password reset link, and ends the person's earlier ones. @throws {NotFound} {Conflict} if the account is disabled */
export async function createPasswordLink(
  { invitations, people, audit, publicUrl }: Dependencies,
  by: Actor,
  personId: string,
): Promise<CreatedInvitation> {
  const person = (await people.list()).find(({ id }) => id === personId);
  if (!person) throw new NotFound("This person doesn't exist.");
  if (person.disabled) throw new Conflict("This account is disabled. Enable it first.");
  const { email, role } = person;
  await invitations.endAll(email);
  const created = await invitations.create({
    email,
    role,
    invitedBy: by.name,
    lifetime: PASSWORD_LINK_LIFETIME_MS,
  });
  await audit.record(by, "created a password reset link for", email);
  return { invitation: created.invitation, link: `${publicUrl}/invitation/${created.token}` };
}
