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
/** Stands for all public keys that don't exist. */
const UNKNOWN_KEY = "";
/** How long the same from the same visitor is one item, in milliseconds. */
const REPEAT_PERIOD_MS = 10 * MINUTE;
/** Subjects of visitors that are remembered. Beyond it the oldest are forgotten. */
const MAX_REMEMBERED = 100_000;

interface Visitor {
  /** The public key. */
  key: string;
  address: string;
}

/**
 * A visitor's message and its subject: after "Yes", "No", and "Yes" about one subject, the last one
 * counts.
 */
export interface VisitorMessage {
  subject: string;
  content: string;
}

/**
 * Knows visitors by a hash of their address with a random salt that changes every day. Hashes and salt are
 * only in memory.
 */
export interface VisitorLimits {
  /**
   * Counts a submission, for all IPv6 addresses of one network together.
   * @param sender without an address if it's a service that sends for all readers: it has the key's limit
   * @throws {LimitReached} if the visitor or the key sends too much
   */
  count(sender: { key: string; address: string | null }): void;
  /** Counts a request with a public key that doesn't exist, like a submission. @throws {LimitReached} */
  countUnknown(address: string): void;
  /**
   * Stores a visitor's message with a key, unless it repeats the visitor's last one about the subject in the last
   * minutes, or one that is being stored. A message that can't be stored isn't remembered.
   * @param store returns the item's ID
   * @returns the ID of the item, or of the earlier one
   */
  once(visitor: Visitor, sent: VisitorMessage, store: () => Promise<string>): Promise<string>;
}

export function createVisitorLimits(clock: Clock): VisitorLimits {
  const spend = createMinuteCounter(clock);
  let day = -1;
  let salt = randomBytes(32);
  const lastSent = new Map<string, { content: string; id: Promise<string>; at: number }>();

  function hash(address: string, text: string): string {
    const today = Math.floor(clock.now() / DAY);
    if (today !== day) {
      day = today;
      salt = randomBytes(32);
      lastSent.clear();
    }
    const digest = createHash("sha256").update(salt).update(`${address}\0${text}`);
    return digest.digest("base64url");
  }

  const count: VisitorLimits["count"] = ({ key, address }) => {
    // The key's limit bounds the number of visitors in the map.
    spend(key, KEY_LIMIT);
    if (address !== null) spend(hash(networkOf(address), key), VISITOR_LIMIT);
  };

  return {
    count,
    countUnknown: (address) => count({ key: UNKNOWN_KEY, address }),
    once({ key, address }, { subject, content }, store) {
      const name = hash(address, `${key}\0${subject}`);
      const digest = hash(address, content);
      const earlier = lastSent.get(name);
      const isRecent = earlier !== undefined && clock.now() - earlier.at < REPEAT_PERIOD_MS;
      if (isRecent && earlier.content === digest) return earlier.id;
      const own = { content: digest, id: store(), at: clock.now() };
      // Last in the map, as the first ones are forgotten first.
      lastSent.delete(name);
      lastSent.set(name, own);
      own.id.catch(() => {
        if (lastSent.get(name) === own) lastSent.delete(name);
      });
      const [oldest] = lastSent.keys();
      if (lastSent.size > MAX_REMEMBERED && oldest !== undefined) lastSent.delete(oldest);
      return own.id;
    },
  };
}

/** Returns a function that counts something in this minute. It throws {@link LimitReached}. */
function createMinuteCounter(clock: Clock): (name: string, limit: number) => void {
  let minute = -1;
  let uses = new Map<string, number>();
  return (name, limit) => {
    const current = Math.floor(clock.now() / MINUTE);
    if (current !== minute) {
      minute = current;
      uses = new Map();
    }
    const used = uses.get(name) ?? 0;
    if (used >= limit) {
      const wait = (minute + 1) * MINUTE - clock.now();
      throw new LimitReached("Too much feedback at once. Try again in a minute.", wait);
    }
    uses.set(name, used + 1);
  };
}
