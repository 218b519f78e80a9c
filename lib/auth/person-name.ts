import "server-only";
import { PERSON_NAME_LENGTH } from "../contract/api/limits.ts";
import { InvalidRequest } from "../errors.ts";

/** Control and format characters and line breaks, which can make one name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/u;

/** Trims and validates a name that someone typed. @throws {InvalidRequest} */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > PERSON_NAME_LENGTH || INVISIBLE.test(name)) {
    throw new InvalidRequest(`name: must be one line of 1 to ${PERSON_NAME_LENGTH} characters`);
  }
  return name;
}

/** Cleans a name from a provider so that it passes `parseName`. Falls back to the email. */
export function cleanName(name: string, email: string): string {
  const line = name.toWellFormed().split(INVISIBLE).join(" ").trim();
  return (
    line.slice(0, PERSON_NAME_LENGTH).toWellFormed().trim() || email.slice(0, PERSON_NAME_LENGTH)
  );
}
