import "server-only";
import type { Generated } from "kysely";

// The tables of better-auth, of which only these columns are read here: its dates are texts on
// SQLite and timestamps on PostgreSQL. Ours keep instants as epoch milliseconds.

export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  role: string | null;
  banned: number | boolean | null;
  createdAt: string | Date;
  updatedAt: string | Date;
}

export interface AuthAccountTable {
  id: string;
  userId: string;
  providerId: string;
}

export interface AuthSessionTable {
  id: string;
  userId: string;
}

/** A link that makes one account, or a new password for one. */
export interface AuthInvitationTable {
  id: string;
  /** SHA-256 of what the link carries, in hexadecimal. */
  hash: string;
  /** Whose address it is for; null for the set-up link. */
  email: string | null;
  role: string;
  invited_by: string | null;
  created_at: number;
  expires_at: number;
  /** When it was used or withdrawn; null while it is open. */
  ended_at: number | null;
}

/** What people did that changes what others may see or do. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  by_id: string;
  by_name: string;
  action: string;
  subject: string;
}

export interface AuthSchema {
  auth_user: AuthUserTable;
  auth_account: AuthAccountTable;
  auth_session: AuthSessionTable;
  auth_invitation: AuthInvitationTable;
  audit: AuditTable;
}
