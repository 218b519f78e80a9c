import "server-only";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge, Payload } from "altcha-lib/types";
import { z } from "zod";
import { HOUR } from "../../contract/platform/vocabulary.ts";

/** How long a solved challenge is accepted, in milliseconds: for a vote and its comment. */
const CHALLENGE_LIFETIME_MS = HOUR;
/** Iterations of PBKDF2 per attempt, and attempts that a browser needs: about half a second in all. */
const COST = 1_000;
const ATTEMPTS = { least: 100, most: 300 };

/** The submission that a challenge is for. Its solution is worth nothing for another one. */
export interface ChallengedSubmission {
  /** The public key and its secret. */
  key: string;
  secret: string;
  /** The ID that the client chose. */
  submissionId: string;
}

/** A solution as the widget sends it (https://altcha.org/docs/v2, "Payload"), Base64 of JSON. */
const payload: z.ZodType<Payload> = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.object({ key: z.string(), submissionId: z.string(), until: z.number() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** Returns a proof of work for a browser, in ALTCHA's format. Nothing is stored: the challenge is signed. */
export function newChallenge(
  { key, secret, submissionId }: ChallengedSubmission,
  now: number,
): Promise<Challenge> {
  return createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    counter: randomInt(ATTEMPTS.most, ATTEMPTS.least),
    // Not as the library's own expiry, which follows its own clock.
    data: { key, submissionId, until: now + CHALLENGE_LIFETIME_MS },
    deriveKey,
    ...secretsOf(secret),
  });
}

/** Whether `solution` solves a challenge that was made for this submission in the last hour. */
export async function isSolved(
  solution: string,
  { key, secret, submissionId }: ChallengedSubmission,
  now: number,
): Promise<boolean> {
  const given = parsePayload(solution);
  const { data } = given?.challenge.parameters ?? {};
  if (!given || data?.key !== key || data.submissionId !== submissionId) return false;
  if (Number(data.until) < now) return false;
  const { verified } = await verifySolution({ ...given, deriveKey, ...secretsOf(secret) });
  return verified;
}

/** With a second secret, a solution is checked without deriving the key again. */
function secretsOf(secret: string) {
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` };
}

function parsePayload(text: string): Payload | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, "base64").toString());
    return payload.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}
