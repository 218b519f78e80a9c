import "server-only";
import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { type Clock, MAX_CLOCK_SKEW_MS } from "../clock.ts";
import type { AuthDatabase, AuthQuery } from "./schema/schema.ts";

export type LocalKeys = ReturnType<typeof createLocalKeys>;

const HOUR = 3_600_000;

/** Milliseconds that a browser stays signed in. */
export const KEY_LIFETIME_MS = 30 * 24 * HOUR;

const LIFETIME = { link: HOUR, browser: KEY_LIFETIME_MS };

type Kind = keyof typeof LIFETIME;

/** Links that open a local dashboard, and the browsers that have opened it. Only hashes are stored. */
export function createLocalKeys({ query }: AuthDatabase, clock: Clock) {
  const create = async (trx: AuthQuery, kind: Kind): Promise<string> => {
    const id = randomUUID();
    const secret = randomBytes(32).toString("base64url");
    const expires_at = clock.now() + LIFETIME[kind];
    await trx.deleteFrom("auth_local_key").where("expires_at", "<=", clock.now()).execute();
    const row = { id, kind, hash: hash(secret).toString("hex"), expires_at };
    await trx.insertInto("auth_local_key").values(row).execute();
    return `${id}.${secret}`;
  };
  /** Returns the ID of a valid key. The row is found by its ID and the secret compared in constant time. */
  const find = async (kind: Kind, key: string): Promise<string | null> => {
    const [id = "", secret = ""] = key.split(".");
    const row = await query
      .selectFrom("auth_local_key")
      .select("hash")
      .where("id", "=", id)
      .where("kind", "=", kind)
      .where("expires_at", ">", clock.now())
      // Created while the clock was ahead, a key would last longer.
      .where("expires_at", "<=", clock.now() + LIFETIME[kind] + MAX_CLOCK_SKEW_MS)
      .executeTakeFirst();
    return row && timingSafeEqual(Buffer.from(row.hash, "hex"), hash(secret)) ? id : null;
  };
  return {
    /** Creates the token of a link, which works once and for an hour. */
    createLink: () => create(query, "link"),
    /**
     * Uses up a link's token and returns a key for the browser; null if the token is unknown, used, or
     * expired. Of two simultaneous calls, one gets a key.
     */
    redeemLink: async (token: string) => {
      const id = await find("link", token);
      if (id === null) return null;
      return query.transaction().execute(async (trx) => {
        const used = await trx.deleteFrom("auth_local_key").where("id", "=", id).executeTakeFirst();
        return used.numDeletedRows === 1n ? create(trx, "browser") : null;
      });
    },
    /** Whether a browser's key is valid. */
    isValid: async (key: string) => (await find("browser", key)) !== null,
  };
}

function hash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
