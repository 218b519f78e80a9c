import type { QueryClient } from "@tanstack/react-query";
import { projectSettings } from "../../lib/queries/project-settings.ts";
import { enableTypedNotes } from "../feedback/typed-note.ts";
import { enableColumnWidths } from "./list/column-widths.ts";
import { enableRowLinks } from "./list/row-links.ts";

export { KeyboardShortcuts } from "./keyboard-shortcuts.tsx";
export { TriageDialog } from "./triage/triage-dialog.tsx";

/**
 * What a session needs once the pointer or the focus has reached the list. What is loaded here works even if the
 * server goes away later, as the open item and the choices of a label and a reason do.
 */
export function prepare(client: QueryClient, projectId: string, canTriage: boolean): void {
  enableRowLinks();
  enableColumnWidths();
  import("../views/view-parts.ts").catch(() => {});
  import("./early-parts.ts").then((module) => module.preloadItemParts()).catch(() => {});
  if (!canTriage) return;
  enableTypedNotes();
  client.ensureQueryData(projectSettings(projectId)).catch(() => {});
}
