import { type BrowserDrafts, draftIdOf } from "./browser-drafts.ts";
import { parseStored, sessionOf } from "./draft-content.ts";

/** Takes over drafts of earlier versions, which kept them in the tab alone. */
export function migrateTabDrafts(
  drafts: Pick<BrowserDrafts, "list" | "write">,
  storage: Pick<Storage, "getItem" | "removeItem"> | null,
  projectId: string,
): void {
  const listKey = `errata-drafts:${projectId}`;
  const listed: unknown = parseStored(storage?.getItem(listKey));
  if (!Array.isArray(listed)) return;
  const known = new Set(drafts.list().map(({ id }) => id));
  for (const { id, selection, at } of listed.filter(isTabDraft)) {
    const session = sessionOf(storage?.getItem(`errata-draft:${id}`) ?? null);
    if (session && !known.has(draftIdOf(selection))) drafts.write(selection, session, at);
    storage?.removeItem(`errata-draft:${id}`);
  }
  storage?.removeItem(listKey);
}

interface TabDraft {
  id: string;
  selection: string[];
  at: number;
}

function isTabDraft(value: Partial<TabDraft> | null): value is TabDraft {
  return (
    typeof value?.id === "string" && Array.isArray(value.selection) && typeof value.at === "number"
  );
}
