"use client";

import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { usePermission } from "../app/session.tsx";
import { Notice } from "../ui/notice.tsx";
import { DraftingInstructions } from "./drafting-instructions.tsx";
import { DraftingTemplates } from "./drafting-templates.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** Shown disabled while the settings load, so that the page doesn't jump. */
const PLACEHOLDER: Omit<ProjectSettings, "dismissalReasons"> = {
  instructions: "",
  templates: [],
  resolveWhenMerged: false,
};

/** A project's drafting settings, and what happens when a pull request is merged. */
export function DraftingSettings({ projectId }: { projectId: string }) {
  const canChange = usePermission("settings");
  const { settings, error, save } = useSaveSettings(projectId);
  if (!settings && error) return <Notice tone="bad">{error.message}</Notice>;
  const shown = settings ?? PLACEHOLDER;
  return (
    <fieldset disabled={!settings || !canChange} className="flex min-w-0 flex-col gap-5">
      <legend className="sr-only">Drafting</legend>
      {(save.error ?? error) && (
        <Notice tone="bad" role="alert">
          {(save.error ?? error)?.message} {save.error && "Your change wasn't saved."}
        </Notice>
      )}
      {!canChange && <p className="text-muted">Only admins can change these settings.</p>}
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
            If this is off, you can resolve it on the job page.
          </span>
        </span>
      </label>
    </fieldset>
  );
}
