import "server-only";
import { randomInt } from "node:crypto";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a random string of lowercase letters and digits, for IDs and unique folder names. */
export function randomId(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}
