import type { Evidence } from "../contract/dashboard.ts";
import { instructionFlags } from "./suspicion.ts";

/** Why a person should look twice at an entry's words and code: one sentence for each sign. */
export function entryFlags({ comment, code }: Pick<Evidence, "comment" | "code">): string[] {
  return instructionFlags(`${comment ?? ""}\n${code ?? ""}`);
}
