"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReadNotifications } from "../../lib/contract/api/notifications.ts";
import { usePersonalChanges } from "../app/personal-changes.ts";

/** Marks notifications as read at once, and says why the server rejected that. */
export function useMarkRead(projectId: string) {
  const { make, rejected, dismiss } = usePersonalChanges(projectId);
  const { mutate, error } = useMutation({
    mutationFn: (which: ReadNotifications) => {
      for (const { kind, id } of rejected) if (kind === "mark_read") dismiss(id);
      return make({ kind: "mark_read", which });
    },
  });
  const late = rejected.find(({ kind }) => kind === "mark_read");
  return { markRead: mutate, error: error ?? (late ? new Error(late.problem ?? "") : null) };
}
