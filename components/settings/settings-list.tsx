"use client";

import type { ComponentProps } from "react";
import type { ProjectSettings } from "../../lib/contract/api/settings.ts";
import { usePermission } from "../app/session.tsx";
import { Notice } from "../ui/notice.tsx";
import { NamedList } from "./named-list.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** The settings that are lists of names, and what these have beside it. */
type Lists = Pick<ProjectSettings, "labels" | "dismissalReasons">;

/** A list of names in a project's settings. */
export function SettingsList<Name extends keyof Lists>(
  props: {
    projectId: string;
    setting: Name;
    /** What the list is for. */
    about: string;
  } & Omit<ComponentProps<typeof NamedList<Lists[Name][number]>>, "items" | "canChange" | "save">,
) {
  const { projectId, setting, about, ...list } = props;
  const canChange = usePermission("settings");
  const { settings, error, save } = useSaveSettings(projectId);
  if (!settings) return error && <Notice tone="bad">{error.message}</Notice>;
  return (
    <>
      <p className="mb-3 text-muted">
        {about} {!canChange && "Only admins can change this list."}
      </p>
      <NamedList<Lists[Name][number]>
        {...list}
        items={settings[setting]}
        canChange={canChange}
        save={(make) => save.mutateAsync((current) => ({ [setting]: make(current[setting]) }))}
      />
    </>
  );
}
