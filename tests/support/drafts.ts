import type { ListedDraft } from "../../lib/contract/api/drafts.ts";
import type { Errata } from "./server.ts";

/** Returns the drafts that the server has of the one person without sign-in, newest first. */
export async function storedDrafts({ url }: Errata): Promise<ListedDraft[]> {
  const answer = await fetch(`${url}/api/projects/docs/drafts`);
  return (await answer.json()).drafts;
}

/** Deletes these drafts, which tests of the same server would otherwise continue. */
export async function discardDrafts(errata: Errata): Promise<void> {
  for (const { id, revision } of await storedDrafts(errata)) {
    await fetch(`${errata.url}/api/projects/docs/drafts/${id}?follows=${revision}`, {
      method: "DELETE",
      headers: { origin: errata.url },
    });
  }
}
