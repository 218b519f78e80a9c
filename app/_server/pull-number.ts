import { NotFound } from "../../lib/errors.ts";

/** The number in a pull request's address. @throws {NotFound} for anything that is none */
export function pullNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new NotFound("There is no such pull request.");
  return Number(text);
}
