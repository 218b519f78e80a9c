import { NotFound } from "../../lib/errors.ts";

/** Parses the number in an import's URL. @throws {NotFound} if it isn't a number */
export function importNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new NotFound("This import doesn't exist in this project.");
  return Number(text);
}
