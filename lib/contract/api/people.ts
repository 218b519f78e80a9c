// People, invitations, sessions, and the audit log. Instants are epoch milliseconds.
import { z } from "zod";
import { ROLES } from "./permissions.ts";

const role = z.enum(ROLES);

/** The signed-in person. */
export const person = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Null for the local person, who needs no account. */
  email: z.string().nullable(),
  role,
});
export type Person = z.infer<typeof person>;

/** The name that replaces those of people whose accounts were deleted. */
export const DELETED_PERSON = "Deleted teammate";

/** The person who did something, stored with the action because names can change later. */
export const actor = person.pick({ id: true, name: true });
export type Actor = z.infer<typeof actor>;

/** A person with an account, as everyone on the team sees them. */
export const teammate = z.strictObject({
  ...actor.shape,
  /** False while the account is disabled. */
  isActive: z.boolean(),
});
export type Teammate = z.infer<typeof teammate>;

/** A person with an account, as admins see them. */
export const account = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  createdAt: z.number(),
  disabled: z.boolean(),
  signsInWith: z.array(z.enum(["password", "provider"])),
  hasSecondFactor: z.boolean(),
  hasPasskey: z.boolean(),
});
export type Account = z.infer<typeof account>;

/** A link for creating an account or setting a new password. */
export const invitation = z.strictObject({
  id: z.string(),
  /** Null for the setup link, which accepts any address. */
  email: z.string().nullable(),
  role,
  /** Null for the setup link. */
  invitedBy: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
});
export type Invitation = z.infer<typeof invitation>;

/** An invitation, or a link that resets a password. */
export interface OpenInvitation extends Invitation {
  /** The name of the account whose password it resets; null if it creates an account. */
  name: string | null;
}

/** A new invitation. The link is returned only once. */
export const createdInvitation = z.strictObject({ invitation, link: z.string() });
export type CreatedInvitation = z.infer<typeof createdInvitation>;

export const people = z.strictObject({
  people: z.array(account),
  /** Open invitations: not used, revoked, or expired. */
  invitations: z.array(invitation),
});
export type People = z.infer<typeof people>;

/** A second factor that a code turns on. Its secret and its recovery codes are shown only once. */
export const newSecondFactor = z.strictObject({
  /** For typing into an authenticator app. */
  secret: z.string(),
  /** `otpauth:` URI, for opening in an app. */
  uri: z.string(),
  /** The URI as a QR code: modules per side, and the dark ones as an SVG path. */
  qr: z.strictObject({ size: z.int(), path: z.string() }),
  recoveryCodes: z.array(z.string()),
});
export type NewSecondFactor = z.infer<typeof newSecondFactor>;

/** One of the signed-in person's sessions. */
export const sessionInfo = z.strictObject({
  id: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  address: z.string().nullable(),
  /** The browser's user agent. */
  agent: z.string().nullable(),
  /** Whether it is the current session. */
  isCurrent: z.boolean(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

/** A row of the audit log. */
export const auditRecord = z.strictObject({
  id: z.number(),
  at: z.number(),
  by: z.string(),
  /** A phrase such as `invited` or `changed the role of`. */
  action: z.string(),
  subject: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecord>;
