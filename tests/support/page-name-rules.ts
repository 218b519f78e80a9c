import type { PageNameRules } from "../../lib/docs-site/page-name.ts";

/** The rules of a project that says nothing. */
export const DEFAULT_PAGE_NAME_RULES: PageNameRules = { pageIn: "path", siteAddress: "" };
