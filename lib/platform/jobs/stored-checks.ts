import "server-only";
import { z } from "zod";
import {
  type CheckProblem,
  type CommandCheck,
  checkProblem,
  commandCheck,
} from "../../contract/api/checks.ts";

/** Reads the stored problems that Errata's own checks found; null if they didn't run. */
export function parseProblems(text: string | null): CheckProblem[] | null {
  return z.array(checkProblem).safeParse(JSON.parse(text ?? "null")).data ?? null;
}

/** Reads the stored result of the command; null if it wasn't run. */
export function parseCheck(text: string | null): CommandCheck | null {
  return commandCheck.safeParse(JSON.parse(text ?? "null")).data ?? null;
}
