import "server-only";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Clock } from "../clock.ts";
import type { Invitation } from "../contract/api/people.ts";
import type { Role } from "../contract/api/permissions.ts";
import { isRole } from "./role.ts";
import type { AuthInvitationTable } from "./schema/access.ts";
import type { AuthDatabase } from "./schema/schema.ts";

/** Invitation, setup, and password reset links. Each works once; only a hash of its token is stored. */
export interface Invitations {
  /** @param invitation.email null for the setup link, which accepts any email */
  create(invitation: {
    email: string | null;
    role: Role;
    invitedBy: string | null;
    /** Milliseconds until the link expires. */
    lifetime: number;
  }): Promise<{ invitation: Invitation; token: string }>;
  /** Returns the open invitation with this token; null if it's unknown, used, revoked, or expired. */
  find(token: string): Promise<Invitation | null>;
  /** Returns all open invitations except setup links, newest first. */
  listOpen(): Promise<Invitation[]>;
  /** Marks an invitation as used or revoked. Returns false if it was already. */
  end(id: string): Promise<boolean>;
  /** Ends all open invitations and password reset links for an email. */
  endAll(email: string): Promise<void>;
  /** Revokes all unused setup links. */
  endSetupLinks(): Promise<void>;
}

const TOKEN_BYTES = 32;

export function createInvitations({ query }: AuthDatabase, clock: Clock): Invitations {
  const selectOpen = () =>
    query
      .selectFrom("auth_invitation")
      .selectAll()
      .where("ended_at", "is", null)
      .where("expires_at", ">", clock.now());
  const updateEndedAt = (endedAt: number) =>
    query.updateTable("auth_invitation").set({ ended_at: endedAt });
  return {
    create: async ({ email, role, invitedBy, lifetime }) => {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const row: AuthInvitationTable = {
        id: randomUUID(),
        hash: hashToken(token),
        email: email?.toLowerCase() ?? null,
        role,
        invited_by: invitedBy,
        created_at: clock.now(),
        expires_at: clock.now() + lifetime,
        ended_at: null,
      };
      await query.insertInto("auth_invitation").values(row).execute();
      return { invitation: toInvitation(row), token };
    },
    find: async (token) => {
      const row = await selectOpen().where("hash", "=", hashToken(token)).executeTakeFirst();
      return row ? toInvitation(row) : null;
    },
    listOpen: async () => {
      const rows = await selectOpen()
        .where("email", "is not", null)
        .orderBy("created_at", "desc")
        .execute();
      return rows.map(toInvitation);
    },
    end: async (id) => {
      const { numUpdatedRows } = await updateEndedAt(clock.now())
        .where("id", "=", id)
        .where("ended_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    endAll: async (email) => {
      await updateEndedAt(clock.now())
        .where("email", "=", email)
        .where("ended_at", "is", null)
        .execute();
    },
    endSetupLinks: async () => {
      await updateEndedAt(clock.now())
        .where("email", "is", null)
        .where("ended_at", "is", null)
        .execute();
    },
  };
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function toInvitation(row: Selectable<AuthInvitationTable>): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: isRole(row.role) ? row.role : "viewer",
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
