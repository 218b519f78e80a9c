import "server-only";
import type { Generated } from "kysely";

// better-auth's tables list only the columns that Errata reads. Its dates are text on SQLite and
// timestamps on PostgreSQL; Errata's own tables store epoch milliseconds.

export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  role: string | null;
  banned: number | boolean | null;
  twoFactorEnabled: number | boolean | null;
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

/** Failed attempts that Errata counts by account, browser, and network, and sign-ins that a network starts. */
export interface AuthAccountAttemptTable {
  key: string;
  count: number;
  /** When the first one was made. */
  first_at: number;
  last_at: number;
}

/** A person's second factor; its secret and recovery codes are encrypted. */
export interface AuthSecondFactorTable {
  id: string;
  userId: string;
}

/** A code of a second factor that was used. */
export interface AuthUsedCodeTable {
  user_id: string;
  /** SHA-256, in hexadecimal. */
  hash: string;
  used_at: number;
}

/** A person's passkey. */
export interface AuthPasskeyTable {
  id: string;
  name: string | null;
  userId: string;
  credentialID: string;
  createdAt: string | Date;
}

/** A link that creates one account or resets its password. */
export interface AuthInvitationTable {
  id: string;
  /** SHA-256 of the link's token, in hexadecimal. */
  hash: string;
  /** The invited person's email; null for the setup link. */
  email: string | null;
  role: string;
  invited_by: string | null;
  created_at: number;
  expires_at: number;
  /** When it was used or revoked; null while it's open. */
  ended_at: number | null;
}

/** A link that opens a local dashboard, or a browser that has opened it. */
export interface AuthLocalKeyTable {
  id: string;
  kind: string;
  /** SHA-256 of the key's secret part, in hexadecimal. */
  hash: string;
  expires_at: number;
}

/** An audit log entry. */
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
  auth_account_attempt: AuthAccountAttemptTable;
  auth_second_factor: AuthSecondFactorTable;
  auth_used_code: AuthUsedCodeTable;
  auth_passkey: AuthPasskeyTable;
  auth_invitation: AuthInvitationTable;
  auth_local_key: AuthLocalKeyTable;
  audit: AuditTable;
}
