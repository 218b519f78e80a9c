"use client";

import { LABEL_COLORS, LABEL_NAME_LENGTH, MAX_LABELS } from "../../lib/contract/api/limits.ts";
import { LabelChip } from "../feedback/label-chip.tsx";
import { SettingsList } from "./settings-list.tsx";

/** The labels of a project. */
export function Labels({ projectId }: { projectId: string }) {
  return (
    <SettingsList
      projectId={projectId}
      setting="labels"
      about="Use labels to organize items, such as by theme or urgency. Removing a label removes it from all items."
      noun="label"
      most={MAX_LABELS}
      nameLength={LABEL_NAME_LENGTH}
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
    />
  );
}
