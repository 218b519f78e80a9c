"use client";

import { useQuery } from "@tanstack/react-query";
import type { DismissalReason } from "../../lib/contract/api/settings.ts";
import { projectSettings } from "../../lib/queries/project-settings.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { useOutbox } from "./outbox.tsx";

/** Returns the project's reasons to dismiss items, removed ones included; undefined while they load. */
export function useDismissalReasons(enabled = true): DismissalReason[] | undefined {
  const { projectId } = useOutbox();
  return useQuery({ ...projectSettings(projectId), enabled }).data?.dismissalReasons;
}

/** Returns a function that names reasons by ID, and null "No reason". */
export function useReasonName(enabled = true): (id: string | null) => string {
  const all = useDismissalReasons(enabled);
  return (id) => {
    if (!id) return "No reason";
    return all ? displayable(all.find((one) => one.id === id)?.name ?? id) : "…";
  };
}
