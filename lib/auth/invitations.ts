import "server-only";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Clock } from "../clock.ts";
import type { Invitation } from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import type { Database } from "../database/open.ts";
import { isRole } from "./role.ts";
import type { AuthInvitationTable, AuthSchema } from "./schema.ts";

/** Links that make one account each. Only a hash of what a link carries is kept. */
export interface Invitations {
  /** @param invitation.email null takes any address */
  create(invitation: {
    email: string | null;
    role: Role;
    invitedBy: string | null;
    /** Milliseconds that it can be used. */
    lasts: number;
  }): Promise<{ invitation: Invitation; token: string }>;
  /** The open invitation that `token` opens; null where it is unknown, used, withdrawn or expired. */
  find(token: string): Promise<Invitation | null>;
  open(): Promise<Invitation[]>;
  /** Uses it up or withdraws it; false where it was not open any more. */
  end(id: string): Promise<boolean>;
  /** Makes an ended one open again, as what it was used for failed. */
  reopen(id: string): Promise<void>;
  /** Ends all that are open for an address: whoever has another of its links cannot use it later. */
  endOf(email: string): Promise<void>;
  /** Withdraws what was never used of the set-up links. */
  endSetUps(): Promise<void>;
}

const TOKEN_BYTES = 32;

export function createInvitations({ query }: Database<AuthSchema>, clock: Clock): Invitations {
  const openOnes = () =>
    query
      .selectFrom("auth_invitation")
      .selectAll()
      .where("ended_at", "is", null)
      .where("expires_at", ">", clock.now());
  const setEnd = (endedAt: number | null) =>
    query.updateTable("auth_invitation").set({ ended_at: endedAt });
  return {
    create: async ({ email, role, invitedBy, lasts }) => {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const row: AuthInvitationTable = {
        id: randomUUID(),
        hash: hashOf(token),
        email: email?.toLowerCase() ?? null,
        role,
        invited_by: invitedBy,
        created_at: clock.now(),
        expires_at: clock.now() + lasts,
        ended_at: null,
      };
      await query.insertInto("auth_invitation").values(row).execute();
      return { invitation: invitationOf(row), token };
    },
    find: async (token) => {
      const row = await openOnes().where("hash", "=", hashOf(token)).executeTakeFirst();
      return row ? invitationOf(row) : null;
    },
    open: async () => {
      const rows = await openOnes()
        .where("email", "is not", null)
        .orderBy("created_at", "desc")
        .execute();
      return rows.map(invitationOf);
    },
    end: async (id) => {
      const { numUpdatedRows } = await setEnd(clock.now())
        .where("id", "=", id)
        .where("ended_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    reopen: async (id) => {
      await setEnd(null).where("id", "=", id).execute();
    },
    endOf: async (email) => {
      await setEnd(clock.now()).where("email", "=", email).where("ended_at", "is", null).execute();
    },
    endSetUps: async () => {
      await setEnd(clock.now()).where("email", "is", null).where("ended_at", "is", null).execute();
    },
  };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function invitationOf(row: Selectable<AuthInvitationTable>): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: isRole(row.role) ? row.role : "viewer",
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
