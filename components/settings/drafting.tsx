"use client";

import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { DraftingInstructions } from "./drafting-instructions.tsx";
import { DraftingTemplates } from "./drafting-templates.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** Shown disabled while the settings load, so that the page doesn't jump. */
const PLACEHOLDER: Pick<ProjectSettings, "instructions" | "templates" | "resolveWhenMerged"> = {
  instructions: "",
  templates: [],
  resolveWhenMerged: false,
};

/** A project's drafting settings, and what happens when a pull request is merged. */
export function DraftingSettings({ projectId }: { projectId: string }) {
  const { settings, error, save } = useSaveSettings(projectId);
  const shown = settings ?? PLACEHOLDER;
  return (
    <SettingsFields legend="Drafting" isLoaded={settings !== undefined} error={error} save={save}>
      <DraftingInstructions
        projectId={projectId}
        instructions={shown.instructions}
        save={save.mutateAsync}
      />
      <DraftingTemplates
        projectId={projectId}
        templates={shown.templates}
        save={save.mutateAsync}
      />
      <label className="flex cursor-pointer items-start gap-2">
        <input
          type="checkbox"
          checked={shown.resolveWhenMerged}
          disabled={save.isPending}
          onChange={(event) => {
            const resolveWhenMerged = event.target.checked;
            save.mutate(() => ({ resolveWhenMerged }));
          }}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <span>
          Resolve linked feedback automatically when a job's pull request is merged
          <span className="block text-muted">
            If this is off, you can resolve the feedback on the job page.
          </span>
        </span>
      </label>
    </SettingsFields>
  );
}
