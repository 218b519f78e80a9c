"use client";

import { useEffect, useRef, useState } from "react";
import type { ProjectSettings, ProjectSettingsChange } from "../../lib/contract/api/settings.ts";
import { useSavedText } from "../draft/use-saved-text.ts";
import type { SaveSettings } from "./save-settings.ts";
import { isSame, readEdit, type UnsavedEdit } from "./unsaved-edit.ts";

/**
 * A part of the settings as a form edits it. The tab keeps the edit until it is saved, across reloads and while others
 * save; it never replaces what someone else saved without saying so.
 * @param part.name of the form, unique in Errata
 * @param part.saved the value that is saved, or a placeholder while it loads. Two values are the same if their JSON is
 */
export function useSettingsEdit<Value>(part: {
  name: string;
  saved: Value;
  valueOf: (settings: ProjectSettings) => Value;
  changeTo: (value: Value, settings: ProjectSettings) => ProjectSettingsChange;
  save: SaveSettings;
}) {
  const { saved, changeTo } = part;
  const [text, keep] = useSavedText(`settings:${part.name}`);
  const [isDone, setIsDone] = useState(false);
  const kept = readEdit(text, saved);
  const { from, to: value } = kept ?? { from: saved, to: saved };
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  const put = (next: UnsavedEdit<Value>) =>
    keep(isSame(next.from, next.to) ? null : JSON.stringify(next));
  return {
    value,
    isChanged: kept !== null,
    /** Whether everything in the form was saved while it was open. */
    isSaved: isDone && kept === null,
    change: (to: Value) => {
      setIsDone(false);
      put({ from, to });
    },
    discard: () => {
      setIsDone(false);
      keep(null);
    },
    /** @throws {Error} if it couldn't be saved. @returns whether nothing was typed in the meantime */
    save: async (): Promise<boolean> => {
      const { settings } = await part.save((current) => {
        const now = part.valueOf(current);
        if (isSame(now, from) || isSame(now, value)) return changeTo(value, current);
        // The error tells the person about the other change. Saving again replaces it.
        put({ from: now, to: latest.current });
        throw new SettingsChanged();
      });
      const isWhole = isSame(latest.current, value);
      if (isWhole) keep(null);
      else put({ from: part.valueOf(settings), to: latest.current });
      setIsDone(true);
      return isWhole;
    },
  };
}

/** Someone else changed the settings since the person began to edit them. */
class SettingsChanged extends Error {
  constructor() {
    super(
      "Someone else changed these settings. Save again to replace their changes, or discard yours to see them.",
    );
  }
}
