"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ProjectSettings, ProjectSettingsChange } from "../../lib/contract/api/settings.ts";
import { changeSettings, projectSettings } from "../../lib/queries/project-settings.ts";
import { usePermission } from "../app/session.tsx";
import { Notice } from "../ui/notice.tsx";
import { DraftingInstructions } from "./drafting-instructions.tsx";
import { DraftingTemplates } from "./drafting-templates.tsx";

/** Makes a change from the settings as they are on the server now. */
export type SaveSettings = (
  change: (now: ProjectSettings) => ProjectSettingsChange,
) => Promise<unknown>;

/** Stands, disabled, where the settings will be, so that what is below does not jump. */
const UNKNOWN: ProjectSettings = { instructions: "", templates: [], resolveWhenMerged: false };

/** How prompts are drafted in a project, and what follows when a pull request is merged. */
export function DraftingSettings({ projectId }: { projectId: string }) {
  const client = useQueryClient();
  const mayChange = usePermission("settings");
  const query = projectSettings(projectId);
  const { data: settings, error } = useQuery(query);
  const save = useMutation({
    mutationFn: async (change: Parameters<SaveSettings>[0]) => {
      // Others may have added a template since this page was opened.
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      return changeSettings(projectId, change(now.settings));
    },
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
  });
  if (!settings && error) return <Notice tone="bad">{error.message}</Notice>;
  const shown = settings ?? UNKNOWN;
  return (
    <fieldset disabled={!settings || !mayChange} className="flex min-w-0 flex-col gap-5">
      <legend className="sr-only">Drafting</legend>
      {(save.error ?? error) && (
        <Notice tone="bad" role="alert">
          {(save.error ?? error)?.message} {save.error && "Nothing was saved."}
        </Notice>
      )}
      {!mayChange && <p className="text-muted">Admins change these.</p>}
      <DraftingInstructions instructions={shown.instructions} save={save.mutateAsync} />
      <DraftingTemplates templates={shown.templates} save={save.mutateAsync} />
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
          Resolve the feedback behind a job by itself when its pull request is merged
          <span className="block text-muted">Otherwise the job's page offers it.</span>
        </span>
      </label>
    </fieldset>
  );
}
