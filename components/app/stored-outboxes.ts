import type { QueryClient } from "@tanstack/react-query";
import { openDrafts } from "../draft/open-drafts.ts";
import { noteOutbox } from "./note-outbox.ts";
import { personalChanges } from "./personal-changes.ts";

/** Opens what an earlier page kept of a person in a project, and sends it. */
export function openStored(client: QueryClient, personId: string, projectId: string): void {
  noteOutbox(personId, projectId);
  openDrafts(personId, projectId);
  personalChanges(client, personId, projectId);
}
