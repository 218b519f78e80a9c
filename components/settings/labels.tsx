"use client";

import { LABEL_COLORS, LABEL_NAME_LENGTH, MAX_LABELS } from "../../lib/contract/api/limits.ts";
import type { Label } from "../../lib/contract/api/settings.ts";
import { usePermission } from "../app/session.tsx";
import { LabelChip } from "../feedback/label-chip.tsx";
import { Notice } from "../ui/notice.tsx";
import { NamedList } from "./named-list.tsx";
import { useSaveSettings } from "./use-save-settings.ts";

/** The labels of a project. */
export function Labels({ projectId }: { projectId: string }) {
  const canChange = usePermission("settings");
  const { settings, error, save } = useSaveSettings(projectId);
  if (!settings) return error && <Notice tone="bad">{error.message}</Notice>;
  return (
    <>
      <p className="mb-3 text-muted">
        Labels mark items, such as by theme or urgency. A label that you remove disappears from its
        items. {!canChange && "Only admins can change this list."}
      </p>
      <NamedList<Label>
        noun="label"
        items={settings.labels}
        most={MAX_LABELS}
        nameLength={LABEL_NAME_LENGTH}
        canChange={canChange}
        blank={{ color: "gray" }}
        render={(label) => <LabelChip label={label} />}
        fields={({ color }, change) => (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="mb-1">Color</legend>
            {LABEL_COLORS.map((one) => (
              <label key={one} className="flex cursor-pointer items-center gap-1.5">
                <input
                  type="radio"
                  name={`color-${projectId}`}
                  checked={one === color}
                  onChange={() => change({ color: one })}
                  className="size-4 accent-accent"
                />
                <LabelChip label={{ name: one[0]?.toUpperCase() + one.slice(1), color: one }} />
              </label>
            ))}
          </fieldset>
        )}
        save={(make) => save.mutateAsync(({ labels }) => ({ labels: make(labels) }))}
      />
    </>
  );
}
