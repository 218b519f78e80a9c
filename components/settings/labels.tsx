"use client";

import { LABEL_COLORS, LABEL_NAME_LENGTH, MAX_LABELS } from "../../lib/contract/api/limits.ts";
import type { Label } from "../../lib/contract/api/settings.ts";
import { LabelChip } from "../feedback/label-chip.tsx";
import { CheckField } from "../ui/check-field.tsx";
import type { ListOf } from "./named-list.tsx";
import { SettingsList } from "./settings-list.tsx";

const LABELS: ListOf<Label, Label["color"]> = {
  noun: "label",
  most: MAX_LABELS,
  nameLength: LABEL_NAME_LENGTH,
  valuesOf: (label) => label?.color ?? "gray",
  itemOf: (named, color) => ({ ...named, color }),
  render: (label) => <LabelChip label={label} />,
  fields: (color, onChange) => (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1">Color</legend>
      {LABEL_COLORS.map((one) => (
        <CheckField
          key={one}
          type="radio"
          name="color"
          label={<LabelChip label={{ name: one[0]?.toUpperCase() + one.slice(1), color: one }} />}
          checked={one === color}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  ),
};

/** The labels of a project. */
export function Labels({ projectId }: { projectId: string }) {
  return (
    <SettingsList
      projectId={projectId}
      about="Use labels to organize items, such as by topic or urgency. Removing a label removes it from all items."
      of={LABELS}
      itemsOf={({ labels }) => labels}
      changeTo={(labels) => ({ labels })}
    />
  );
}
