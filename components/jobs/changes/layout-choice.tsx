"use client";

import { Segmented } from "../../ui/segmented.tsx";
import type { DiffLayout } from "./hunk-lines.tsx";
import { chooseDiffLayout, DIFF_LAYOUTS } from "./view-choices.ts";

/** How the lines of files are shown. Small screens have no room for lines side by side. */
export function LayoutChoice(props: { name: string; legend: string; layout: DiffLayout }) {
  return (
    <Segmented
      legend={props.legend}
      name={props.name}
      options={DIFF_LAYOUTS}
      value={props.layout}
      onChoose={chooseDiffLayout}
      className="max-md:hidden"
    />
  );
}
