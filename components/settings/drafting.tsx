"use client";

import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { CheckField } from "../ui/check-field.tsx";
import { DraftingInstructions } from "./drafting-instructions.tsx";
import { DraftingTemplates } from "./drafting-templates.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** Shown disabled while the settings load, so that the page doesn't jump. */
const PLACEHOLDER: Pick<
  ProjectSettings,
  "instructions" | "templates" | "labels" | "resolveWhenMerged"
> = {
  instructions: "",
  templates: [],
  labels: [],
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
        labels={shown.labels}
        save={save.mutateAsync}
      />
      <CheckField
        label="Resolve linked feedback automatically when a job's pull request is merged"
        hint="If this is off, you can resolve the feedback on the job page."
        checked={shown.resolveWhenMerged}
        disabled={save.isPending}
        onChange={({ target }) => {
          const resolveWhenMerged = target.checked;
          save.mutate(() => ({ resolveWhenMerged }));
        }}
      />
    </SettingsFields>
  );
}
