import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Actor } from "../contract/api/people.ts";
import type { ProjectSettings, ProjectSettingsChange } from "../contract/api/settings.ts";
import type { SettingsStore } from "../store/settings.ts";
import type { Quarantine } from "../store/sync/quarantine.ts";

/** A project's settings; who changed them is told. */
export interface SettingsServices extends Pick<SettingsStore, "read"> {
  change(projectId: string, change: ProjectSettingsChange, by: Actor): Promise<ProjectSettings>;
}

export function settingsServices(settings: SettingsStore, audit: Audit): SettingsServices {
  return {
    read: settings.read,
    change: async (projectId, change, by) => {
      const changed = await settings.change(projectId, change);
      const names = Object.keys(change).join(", ");
      await audit.record(by, "changed the settings", `${names} of ${projectId}`);
      return changed;
    },
  };
}

/** What could not be read as an entry; who set some of it aside is told. */
export interface QuarantineServices extends Pick<Quarantine, "list" | "count"> {
  dismiss(projectId: string, id: string, by: Actor): Promise<void>;
}

export function quarantineServices(quarantine: Quarantine, audit: Audit): QuarantineServices {
  return {
    list: quarantine.list,
    count: quarantine.count,
    dismiss: async (projectId, id, by) => {
      await quarantine.dismiss(projectId, id);
      await audit.record(by, "set aside for good", `an entry of ${projectId} that cannot be read`);
    },
  };
}
