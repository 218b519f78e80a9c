import type { Role } from "./permissions.ts";

/** Who asks. */
export interface Person {
  id: string;
  name: string;
  /** Null for the person at the machine, who needs no account. */
  email: string | null;
  role: Role;
}

/** Whose doing something was, as it is kept with what was done: names may change later. */
export type Actor = Pick<Person, "id" | "name">;

/** One of the people who have an account. Instants are epoch milliseconds. */
export interface PersonEntry {
  id: string;
  name: string;
  email: string;
  role: Role;
  createdAt: number;
  disabled: boolean;
  /** `password` or `provider`. */
  signsInWith: ("password" | "provider")[];
}

/** A link that makes an account, or a new password for one. */
export interface Invitation {
  id: string;
  /** Null for the set-up link, which takes any address. */
  email: string | null;
  role: Role;
  /** Null for the set-up link, which nobody made. */
  invitedBy: string | null;
  createdAt: number;
  expiresAt: number;
}

/** The only time that the link is seen. */
export interface CreatedInvitation {
  invitation: Invitation;
  link: string;
}

export interface People {
  people: PersonEntry[];
  /** Those that are open: neither used, nor withdrawn, nor expired. */
  invitations: Invitation[];
}

/** One of a person's sessions. */
export interface SessionEntry {
  id: string;
  createdAt: number;
  expiresAt: number;
  address: string | null;
  /** The browser's name of itself. */
  agent: string | null;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

/** What people did to people, keys, settings and pull requests. */
export interface AuditEntry {
  id: number;
  at: number;
  by: string;
  /** In words: `invited`, `changed the role of`, … */
  action: string;
  subject: string;
}
