import type { QueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { projectSettings } from "../../lib/queries/project-settings.ts";
import { enableColumnWidths } from "./list/column-widths.ts";
import { enableRowLinks } from "./list/row-links.ts";
import { type DecideRow, enableRowSwipes } from "./list/row-swipes.ts";

export { Choices } from "./filters/choices.tsx";
export { PageChoices } from "./filters/page-choices.tsx";
export { KeyboardShortcuts } from "./keyboard-shortcuts.tsx";
export { EmptyList } from "./list/empty-list.tsx";
export { RowActions } from "./list/row-actions.tsx";
export { SelectionBar } from "./triage/selection-bar.tsx";
export { TriageDialog } from "./triage/triage-dialog.tsx";
export { TriageToast } from "./triage/triage-toast.tsx";

/**
 * Loads the parts that a session needs once someone uses the page, such as the open item, so that
 * they work even if the server becomes unreachable later.
 * @param decideRow null if the person can't triage
 */
export function preloadInboxParts(
  client: QueryClient,
  projectId: string,
  decideRow: RefObject<DecideRow> | null,
): void {
  enableRowLinks();
  enableColumnWidths();
  import("../views/view-parts.ts").catch(() => {});
  import("../feedback/detail-panel.tsx")
    .then((module) => module.preloadItemParts())
    .catch(() => {});
  if (!decideRow) return;
  enableRowSwipes(decideRow);
  client.ensureQueryData(projectSettings(projectId)).catch(() => {});
}
