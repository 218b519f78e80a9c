import "server-only";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { PASSWORD_LENGTH } from "../contract/api/limits.ts";
import { InvalidRequest } from "../errors.ts";

/** Scores from 0 to 4. Passwords below it are guessed within a million attempts. */
const MIN_SCORE = 2;

/** Kept after the first use: it takes half a second to load and 30 MB. */
let strength: Promise<ZxcvbnFactory> | null = null;

/**
 * Checks a password that someone chose: its length, and that it isn't common or made of common parts,
 * sequences, repetitions, or what is known of the person.
 * @param known the person's name and email
 * @throws {InvalidRequest}
 */
export async function requirePassword(password: string, known: readonly string[]): Promise<void> {
  const { minimum, maximum } = PASSWORD_LENGTH;
  if (password.length < minimum || password.length > maximum) {
    throw new InvalidRequest(`password: must be ${minimum} to ${maximum} characters`);
  }
  strength ??= loadStrength();
  const { score } = (await strength).check(password, ["errata", ...known]);
  if (score >= MIN_SCORE) return;
  throw new InvalidRequest(
    "This password is easy to guess. Choose a longer one, such as four unrelated words.",
  );
}

async function loadStrength(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });
}
