import type {
  ProjectSettings,
  ProjectSettingsChange,
  VersionedSettings,
} from "../../lib/contract/api/settings.ts";

/** Saves a change that is computed from the current settings on the server, and returns all of them. */
export type SaveSettings = (
  change: (current: ProjectSettings) => ProjectSettingsChange,
) => Promise<VersionedSettings>;
