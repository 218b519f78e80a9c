import { NotFound } from "../../lib/errors.ts";

/** Parses the number in a pull request's URL. @throws {NotFound} if it isn't a number */
export function pullNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new NotFound("This pull request doesn't exist or was deleted.");
  return Number(text);
}

/** Parses the page of a diff in a URL, which is the first one if it isn't a number. */
export function pageNumber(text: string | string[] | undefined): number {
  return typeof text === "string" && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;
}
