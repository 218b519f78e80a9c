"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { docsCheck, tryDocsRules } from "../../lib/queries/docs-check.ts";
import { useSaveSettings } from "../settings/use-save-settings.ts";
import { useSettingsEdit } from "../settings/use-settings-edit.ts";
import {
  draftOf,
  isNamedAlike,
  isSaved,
  type RulesDraft,
  rulesOf,
  type SavedRules,
} from "./rules-draft.ts";

/** Shown disabled while the settings load, so that the page doesn't jump. */
const PLACEHOLDER: SavedRules = {
  siteAddress: "",
  docs: { folders: [], generator: null, addressRules: [], languages: [], pageIn: "path" },
};

/** The rules of a project as they are being edited, how to try them, and how to save them. */
export function useRules(projectId: string) {
  const client = useQueryClient();
  const { settings, error, save: settingsChange } = useSaveSettings(projectId);
  const saved = settings ?? PLACEHOLDER;
  const edit = useSettingsEdit({
    name: `docs-rules:${projectId}`,
    saved: draftOf(saved),
    valueOf: draftOf,
    changeTo: rulesOf,
    save: settingsChange.mutateAsync,
  });
  const { value: draft } = edit;
  const tried = useMutation({
    mutationFn: async () => {
      const rules = rulesOf(draft);
      const check = await tryDocsRules(projectId, rules);
      return { check, isNamedAlike: isNamedAlike(rules, saved) };
    },
  });
  const save = useMutation({
    mutationFn: edit.save,
    onSuccess: async () => {
      tried.reset();
      await client.invalidateQueries({ queryKey: docsCheck(projectId).queryKey });
    },
  });
  const reset = () => {
    tried.reset();
    save.reset();
  };
  return {
    draft,
    change: (changed: Partial<RulesDraft>) => {
      edit.change({ ...draft, ...changed });
      reset();
    },
    discard: () => {
      edit.discard();
      reset();
    },
    isChanged: settings !== undefined && !isSaved(draft, settings),
    isLoaded: settings !== undefined,
    error,
    save,
    tried,
    /** For the status line. */
    state: tried.isPending ? "Trying these rules…" : edit.isSaved ? "Saved" : null,
  };
}
