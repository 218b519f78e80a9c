"use client";

import { useState } from "react";
import { emptiedText } from "../../../lib/contract/api/erasable-fields.ts";
import type { ItemsCheck } from "../../../lib/queries/import-items.ts";
import { counted } from "../../../lib/text/counted.ts";
import { Button } from "../../ui/button.tsx";

const number = (count: number) => count.toLocaleString("en");

/** Whether someone has to confirm an import: it would change stored items, or add items a second time. */
export function needsDecision({
  added,
  updated,
  emptied,
  knownWithoutSource,
}: ItemsCheck): boolean {
  const isAgain = added > 0 && knownWithoutSource > 0;
  return updated > 0 || isAgain || Object.keys(emptied).length > 0;
}

/** Says what an import would change, and asks what to do about it. */
export function ImportQuestion(props: {
  check: ItemsCheck;
  onImport: (mayErase: boolean) => void;
  onWithoutSource: () => void;
  onCancel: () => void;
}) {
  const { check, onImport } = props;
  const { added, updated, unchanged, emptied, knownWithoutSource } = check;
  const [mayErase, setMayErase] = useState(false);
  const lost = emptiedText(emptied);
  return (
    <section
      aria-label="Before you import"
      data-testid="import-question"
      className="flex flex-col gap-2 rounded-md border border-line p-3"
    >
      <p className="font-semibold">
        {counted(updated, "item")} would be replaced, {number(added)} added, and {number(unchanged)}{" "}
        left unchanged.
      </p>
      {added > 0 && knownWithoutSource > 0 && (
        <p>
          {counted(knownWithoutSource, "item is", "items are")} already here without a source.{" "}
          <button type="button" className="link text-accent" onClick={props.onWithoutSource}>
            Continue without a source
          </button>{" "}
          to avoid adding {knownWithoutSource === 1 ? "it" : "them"} again.
        </p>
      )}
      {lost !== null && (
        <fieldset className="flex flex-col gap-1">
          <legend className="pb-1">The file has no value where {lost} stored.</legend>
          <Choice isChosen={!mayErase} onChoose={() => setMayErase(false)}>
            Keep what's stored
          </Choice>
          <Choice isChosen={mayErase} onChoose={() => setMayErase(true)}>
            Erase it
          </Choice>
        </fieldset>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant={mayErase ? "danger" : "primary"} onClick={() => onImport(mayErase)}>
          {mayErase ? "Import and erase" : "Import"}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </section>
  );
}

function Choice(props: { isChosen: boolean; onChoose: () => void; children: string }) {
  return (
    <label className="flex items-center gap-2 pointer-coarse:py-2">
      <input type="radio" name="empty-values" checked={props.isChosen} onChange={props.onChoose} />
      {props.children}
    </label>
  );
}
