import "server-only";
import type { Kysely } from "kysely";
import type { Room } from "../../database/migrate.ts";
import type { Database } from "../../database/open.ts";
import type { RowsOf } from "../../database/table.ts";
import { access } from "./access.ts";
import { accounts } from "./accounts.ts";
import { audit } from "./audit.ts";
import { factors } from "./factors.ts";

export interface AuthSchema
  extends RowsOf<typeof accounts>,
    RowsOf<typeof factors>,
    RowsOf<typeof access>,
    RowsOf<typeof audit> {}

export type AuthDatabase = Database<AuthSchema>;
/** The tables of people and sessions, in a transaction or not. */
export type AuthQuery = Kysely<AuthSchema>;

/** The tables of people, sessions, invitations, and the audit log. */
export const authRoom: Room = {
  name: "auth",
  families: [accounts, factors, access, audit],
  // The first release changed nothing.
  beforeFirstRelease: { last: "0006_failed_attempts", adopt: async () => undefined },
  migrations: {},
};
