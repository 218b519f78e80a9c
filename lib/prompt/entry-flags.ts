import type { Evidence } from "../contract/api/feedback.ts";
import { instructionFlags } from "./suspicion.ts";

type Written = Pick<Evidence, "comment" | "code"> &
  Partial<Pick<Evidence, "path" | "lang" | "filename">>;

/**
 * Why a person should look twice at what a stranger wrote of an entry, wherever it stands: one
 * sentence for each sign.
 */
export function entryFlags({ comment, code, path, lang, filename }: Written): string[] {
  const words = `${comment ?? ""}\n${code ?? ""}`;
  // Apart from the words, which may be longer than what is looked at.
  const labels = [path, path && readable(path), lang, filename].filter(Boolean).join("\n");
  return [...new Set([...instructionFlags(words), ...instructionFlags(labels)])];
}

/** An address as a machine may read it: blanks in place of `%20` and `+`. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll("+", " "));
  } catch {
    return path;
  }
}
