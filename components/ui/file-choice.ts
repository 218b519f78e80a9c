import type { FileChoice } from "../../lib/contract/api/docs-rules.ts";

/** Says why one of several files is taken for a page, after "because". */
export const CHOICE_REASONS: Record<FileChoice["reason"], string> = {
  rule: "an address rule leads to it first",
  site: "its site comes first",
  index: "an index comes before a README",
  path: "a page comes before a folder of the same name",
};
