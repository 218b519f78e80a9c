"use client";

import { useQuery } from "@tanstack/react-query";
import type { Label } from "../../lib/contract/api/settings.ts";
import { projectSettings } from "../../lib/queries/project-settings.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { useOutbox } from "./outbox.tsx";

/** Returns the project's labels, removed ones included; undefined while they load. */
export function useLabels(enabled = true): Label[] | undefined {
  const { projectId } = useOutbox();
  return useQuery({ ...projectSettings(projectId), enabled }).data?.labels;
}

/** Returns a function that names labels by ID. */
export function useLabelName(enabled = true): (id: string) => string {
  const all = useLabels(enabled);
  return (id) => (all ? displayable(all.find((one) => one.id === id)?.name ?? id) : "…");
}
