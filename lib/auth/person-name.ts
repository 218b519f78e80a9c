import "server-only";
import { InvalidRequest } from "../errors.ts";

const LENGTH = 100;

/** Control and format characters, and line breaks of every kind: they make one name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/u;

/** A name as somebody typed it, without the spaces around it. @throws {InvalidRequest} */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > LENGTH || UNSEEN.test(name)) {
    throw new InvalidRequest(`name: must be one line of 1 to ${LENGTH} characters`);
  }
  return name;
}

/** A name as a provider tells it, made one that could have been typed; the address where none is left. */
export function cleanName(told: string, email: string): string {
  const line = told.toWellFormed().split(UNSEEN).join(" ").trim();
  return line.slice(0, LENGTH).toWellFormed().trim() || email.slice(0, LENGTH);
}
