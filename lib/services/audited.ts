import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Actor } from "../contract/api/people.ts";
import type { ProjectSettings, SettingsUpdate } from "../contract/api/settings.ts";
import type { SettingsStore } from "../store/settings.ts";
import type { SkippedItems } from "../store/sync/skipped-items.ts";

/** Settings as the audit log names them. */
const NAMES: Record<keyof ProjectSettings, string> = {
  instructions: "instructions",
  templates: "templates",
  resolveWhenMerged: "resolve when merged",
  dismissalReasons: "dismissal reasons",
  siteAddress: "site address",
  docs: "documentation rules",
  labels: "labels",
  leash: "what agents may change",
};

/** Settings of a project. Changes are recorded in the audit log. */
export function settingsServices(settings: SettingsStore, audit: Audit) {
  return {
    read: settings.readVersion,
    /** @throws {Conflict} as `SettingsStore.change` does */
    change: (projectId: string, update: SettingsUpdate, by: Actor) => {
      const { version: _, ...change } = update;
      const changed = Object.entries(NAMES).filter(([name]) => name in change);
      const subject = `${projectId} (${changed.map(([, name]) => name).join(", ")})`;
      return settings.change(projectId, update, {
        record: (trx) => audit.recordIn(trx, by, "changed the settings of", subject),
      });
    },
  };
}

/** Skipped items. Dismissals are recorded in the audit log. */
export function skippedItemServices(skippedItems: SkippedItems, audit: Audit) {
  return {
    ...skippedItems,
    dismiss: (projectId: string, id: string, by: Actor) =>
      skippedItems.dismiss(projectId, id, (trx) =>
        audit.recordIn(trx, by, "dismissed", `a skipped item of ${projectId}`),
      ),
  };
}
