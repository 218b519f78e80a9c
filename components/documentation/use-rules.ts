"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { docsCheck, tryDocsRules } from "../../lib/queries/docs-check.ts";
import { useSavedText } from "../draft/use-saved-text.ts";
import { useSaveSettings } from "../settings/use-save-settings.ts";
import {
  draftOf,
  isNamedAlike,
  isSame,
  isSaved,
  parseDraft,
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
  const [kept, keep] = useSavedText(`docs-rules:${projectId}`);
  const [isDone, setIsDone] = useState(false);
  const saved = settings ?? PLACEHOLDER;
  const draft = parseDraft(kept) ?? draftOf(saved);
  const tried = useMutation({
    mutationFn: async () => {
      const rules = rulesOf(draft);
      const check = await tryDocsRules(projectId, rules);
      return { check, isNamedAlike: isNamedAlike(rules, saved) };
    },
  });
  const save = useMutation({
    mutationFn: () => {
      const rules = rulesOf(draft);
      return settingsChange.mutateAsync((current) => {
        if (!isSame(current, saved)) throw new RulesChanged();
        return rules;
      });
    },
    onSuccess: async () => {
      keep(null);
      tried.reset();
      setIsDone(true);
      await client.invalidateQueries({ queryKey: docsCheck(projectId).queryKey });
    },
  });
  const edit = (next: RulesDraft | null) => {
    const text = JSON.stringify(next);
    // A rule that was just added says nothing yet, so the words are compared, not what they say.
    const isKept = next !== null && !(settings && text === JSON.stringify(draftOf(settings)));
    keep(isKept ? text : null);
    tried.reset();
    save.reset();
    setIsDone(false);
  };
  return {
    draft,
    change: (changed: Partial<RulesDraft>) => edit({ ...draft, ...changed }),
    discard: () => edit(null),
    isChanged: settings !== undefined && !isSaved(draft, settings),
    isLoaded: settings !== undefined,
    error,
    save,
    tried,
    /** For the status line. */
    state: tried.isPending ? "Trying these rules…" : isDone ? "Saved" : null,
  };
}

/** Someone else changed the rules since they were shown. */
class RulesChanged extends Error {
  constructor() {
    super(
      "Someone else changed these settings. Save again to replace their changes, or discard yours to see them.",
    );
  }
}
