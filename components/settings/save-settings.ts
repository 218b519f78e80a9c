import type { ProjectSettings, ProjectSettingsChange } from "../../lib/contract/api/settings.ts";

/** Saves a change that is computed from the current settings on the server. */
export type SaveSettings = (
  change: (current: ProjectSettings) => ProjectSettingsChange,
) => Promise<unknown>;
