/** Browser storage, which may be unavailable. */
export type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Returns this tab's storage; null if the browser blocks it. */
export function tabStorage(): DraftStorage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** The key of the list of a project's drafts in the tab's storage. */
export function draftListKey(projectId: string): string {
  return `errata-drafts:${projectId}`;
}
