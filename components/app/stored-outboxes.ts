import type { QueryClient } from "@tanstack/react-query";
import { noteOutbox } from "./note-outbox.ts";
import { smallChanges } from "./small-changes.ts";

/** Opens what an earlier page kept of a person in a project, and sends it. */
export function openStored(client: QueryClient, personId: string, projectId: string): void {
  noteOutbox(personId, projectId);
  smallChanges(client, personId, projectId);
}
