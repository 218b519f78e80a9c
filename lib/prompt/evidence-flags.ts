import type { Evidence } from "../contract/api/feedback.ts";
import { injectionFlags } from "./injection-flags.ts";
import { oncePerItem } from "./once-per-item.ts";

type UntrustedFields = Pick<Evidence, "comment" | "code"> &
  Partial<Pick<Evidence, "path" | "lang" | "filename" | "reasons">>;

/**
 * Returns one sentence for each sign of a prompt-injection attempt in any untrusted field of an item.
 */
export const evidenceFlags = oncePerItem((fields: UntrustedFields): string[] => {
  const { comment, code, path, lang, filename, reasons = [] } = fields;
  const words = [comment ?? "", code ?? "", ...reasons].join("\n");
  // Checked separately, because only the beginning of long words is checked.
  const labels = [path, path && decodedPath(path), lang, filename].filter(Boolean).join("\n");
  return [...new Set([...injectionFlags(words), ...injectionFlags(labels)])];
});

/** Decodes a path, with spaces for `%20` and `+`. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll("+", " "));
  } catch {
    return path;
  }
}
