import type { Delivery, Outcome } from "./outcome.ts";

// The entry of /collect-challenge.js, which the widget loads when a key asks for a challenge.

const TIMEOUT_MS = 15_000;

/** A challenge in ALTCHA's format: find the counter whose derived key begins with a prefix. */
export interface Challenge {
  /** Bytes are hexadecimal. */
  parameters: {
    nonce: string;
    salt: string;
    /** Iterations of PBKDF2 with SHA-256. */
    cost: number;
    keyLength: number;
    keyPrefix: string;
  };
}

/**
 * Sends a submission with the solution of the challenge that the collector answered it with.
 * @throws if it can't be sent now
 */
export async function answer(to: string, body: Delivery, asked: Response): Promise<Outcome> {
  // Pages without HTTPS have no Web Crypto, so trying again later wouldn't help.
  if (!crypto.subtle) return "rejected";
  const { challenge } = await asked.json();
  const { ok, status } = await fetch(to, {
    method: "POST",
    credentials: "omit",
    keepalive: true,
    body: JSON.stringify({ ...body, altcha: await solve(challenge) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (ok) return "sent";
  return status > 499 || status === 429 ? "kept" : "rejected";
}

/**
 * Solves a challenge in the background, with Web Crypto.
 * @returns what the collector takes as `altcha`
 */
export async function solve(challenge: Challenge): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = bytesOf(`${nonce}00000000`);
  const options = { name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; ; counter += 1) {
    new DataView(password.buffer).setUint32(nonce.length / 2, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = hexOf(await crypto.subtle.deriveBits(options, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix)) {
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    }
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(buffer: ArrayBuffer): string {
  const bytes = Array.from(new Uint8Array(buffer));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
