import "server-only";
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../clock.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { networkOf } from "../../network.ts";
import { LimitReached } from "../limits.ts";

/** Submissions per minute from one visitor, and over all visitors with one public key. */
export const VISITOR_LIMIT = 20;
export const KEY_LIMIT = 60_000;

const MINUTE = 60_000;
/** How long the same text from the same visitor is one item, in milliseconds. */
const REPEAT_PERIOD = 10 * MINUTE;
/** Visitors and texts that are remembered. Beyond it the oldest are forgotten. */
const MAX_REMEMBERED = 100_000;

/**
 * Knows visitors by a hash of their address with a random salt that changes every day. Hashes and salt are
 * only in memory.
 */
export interface VisitorLimits {
  /** Counts a submission, for all IPv6 addresses of one network together. @throws {LimitReached} if the visitor or the key sends too much */
  count(key: string, address: string): void;
  /** Returns the ID of an item with the same content from this visitor in the last minutes, or null. */
  repeated(address: string, content: string): string | null;
  remember(address: string, content: string, id: string): void;
}

export function createVisitorLimits(clock: Clock): VisitorLimits {
  let minute = -1;
  let day = -1;
  let salt = randomBytes(32);
  let uses = new Map<string, number>();
  const sent = new Map<string, { id: string; at: number }>();

  function hash(address: string, text: string): string {
    const today = Math.floor(clock.now() / DAY);
    if (today !== day) {
      day = today;
      salt = randomBytes(32);
      sent.clear();
    }
    const digest = createHash("sha256").update(salt).update(`${address}\0${text}`);
    return digest.digest("base64url");
  }

  function spend(name: string, limit: number): void {
    const used = uses.get(name) ?? 0;
    if (used >= limit) {
      const wait = (minute + 1) * MINUTE - clock.now();
      throw new LimitReached("Too much feedback at once. Try again in a minute.", wait);
    }
    uses.set(name, used + 1);
  }

  return {
    count(key, address) {
      const current = Math.floor(clock.now() / MINUTE);
      if (current !== minute) {
        minute = current;
        uses = new Map();
      }
      // The key's limit bounds the number of visitors in the map.
      spend(key, KEY_LIMIT);
      spend(hash(networkOf(address), key), VISITOR_LIMIT);
    },
    repeated(address, content) {
      const earlier = sent.get(hash(address, content));
      return earlier && clock.now() - earlier.at < REPEAT_PERIOD ? earlier.id : null;
    },
    remember(address, content, id) {
      sent.set(hash(address, content), { id, at: clock.now() });
      const [oldest] = sent.keys();
      if (sent.size > MAX_REMEMBERED && oldest !== undefined) sent.delete(oldest);
    },
  };
}
