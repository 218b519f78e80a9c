import "server-only";
import { z } from "zod";
import { EMAIL_LENGTH } from "../contract/api/limits.ts";
import { InvalidRequest } from "../errors.ts";

const address = z.email().max(EMAIL_LENGTH);

export function isEmail(text: string): boolean {
  return address.safeParse(text).success;
}

/** Returns an email address in lowercase, as accounts store it. @throws {InvalidRequest} */
export function parseEmail(text: string): string {
  const parsed = address.safeParse(text.trim().toLowerCase());
  if (!parsed.success) throw new InvalidRequest("email: must be a valid email address");
  return parsed.data;
}
