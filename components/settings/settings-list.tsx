"use client";

import type { ProjectSettings, ProjectSettingsChange } from "../../lib/contract/api/settings.ts";
import { usePermission } from "../app/session.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Named } from "./list-changes.ts";
import { type ListOf, NamedList } from "./named-list.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** A list of names in a project's settings. */
export function SettingsList<Item extends Named, Values>(props: {
  projectId: string;
  /** What the list is for. */
  about: string;
  of: ListOf<Item, Values>;
  itemsOf: (settings: ProjectSettings) => Item[];
  changeTo: (items: Item[]) => ProjectSettingsChange;
}) {
  const { projectId, about, of, itemsOf, changeTo } = props;
  const canChange = usePermission("settings");
  const { settings, error, save } = useSaveSettings(projectId);
  if (!settings) return error && <Notice tone="bad">{error.message}</Notice>;
  return (
    <>
      <p className="mb-3 text-muted">{about}</p>
      <NamedList
        of={of}
        items={itemsOf(settings)}
        canChange={canChange}
        save={(make) => save.mutateAsync((current) => changeTo(make(itemsOf(current))))}
      />
    </>
  );
}
