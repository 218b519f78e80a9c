import { NotFound } from "../../lib/errors.ts";

/** Parses the number in a pull request's URL. @throws {NotFound} if it isn't a number */
export function pullNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new NotFound("This pull request doesn't exist or was deleted.");
  return Number(text);
}
