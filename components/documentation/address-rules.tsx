"use client";

import { useEffect, useId, useRef } from "react";
import type { AddressRule } from "../../lib/contract/api/docs-rules.ts";
import { DOCS_RULES } from "../../lib/contract/api/limits.ts";
import { Button } from "../ui/button.tsx";
import { fieldClass } from "../ui/field.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { ArrowDown, ArrowUp, X } from "../ui/icons.tsx";

/** The rules that lead addresses to files, in order. The first one that matches decides. */
export function AddressRules(props: {
  rules: readonly AddressRule[];
  onChange: (rules: AddressRule[]) => void;
}) {
  const { rules, onChange } = props;
  const id = useId();
  const focus = useFocusAfterRender();
  const replace = (place: number, changed: Partial<AddressRule>) =>
    onChange(rules.map((rule, index) => (index === place ? { ...rule, ...changed } : rule)));
  const move = (place: number, by: 1 | -1) => {
    const [one, other] = [rules[place], rules[place + by]];
    if (!one || !other) return;
    const swapped = rules.map((rule) => (rule === one ? other : rule === other ? one : rule));
    onChange(swapped);
    focus(`${id}-${by === 1 ? "down" : "up"}-${place + by}`);
  };
  const remove = (place: number) => {
    onChange(rules.filter((_, index) => index !== place));
    focus(rules.length === 1 ? `${id}-add` : `${id}-from-${Math.min(place, rules.length - 2)}`);
  };
  return (
    <div className="flex flex-col gap-2">
      {rules.length > 0 && (
        <ol className="flex flex-col gap-2">
          {rules.map((rule, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity, and the focus follows.
              key={index}
              id={id}
              place={index}
              count={rules.length}
              rule={rule}
              onChange={(changed) => replace(index, changed)}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      <Button
        id={`${id}-add`}
        className="self-start"
        disabled={rules.length >= DOCS_RULES.rules}
        onClick={() => {
          onChange([...rules, { from: "", to: "" }]);
          focus(`${id}-from-${rules.length}`);
        }}
      >
        Add rule
      </Button>
    </div>
  );
}

function Row(props: {
  id: string;
  place: number;
  count: number;
  rule: AddressRule;
  onChange: (changed: Partial<AddressRule>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}) {
  const { id, place, rule, onChange, onMove } = props;
  const number = place + 1;
  const [isFirst, isLast] = [place === 0, number === props.count];
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-2">
      <input
        id={`${id}-from-${place}`}
        aria-label={`Address of rule ${number}`}
        placeholder="/docs/*"
        maxLength={DOCS_RULES.path}
        value={rule.from}
        onChange={({ target }) => onChange({ from: target.value })}
        className={`${fieldClass} min-w-0 flex-1 basis-40 font-mono`}
      />
      <span aria-hidden className="text-muted">
        →
      </span>
      <input
        aria-label={`Path of rule ${number}`}
        placeholder="content/*"
        maxLength={DOCS_RULES.path}
        value={rule.to}
        onChange={({ target }) => onChange({ to: target.value })}
        className={`${fieldClass} min-w-0 flex-1 basis-40 font-mono`}
      />
      <span className="flex">
        {/* Not disabled, or the focus would be lost. */}
        <IconButton
          id={`${id}-up-${place}`}
          label={`Move rule ${number} up`}
          aria-disabled={isFirst}
          onClick={() => isFirst || onMove(-1)}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          id={`${id}-down-${place}`}
          label={`Move rule ${number} down`}
          aria-disabled={isLast}
          onClick={() => isLast || onMove(1)}
        >
          <ArrowDown />
        </IconButton>
        <IconButton label={`Remove rule ${number}`} onClick={props.onRemove}>
          <X />
        </IconButton>
      </span>
    </li>
  );
}

/** Returns a function that focuses an element once it has been rendered. */
function useFocusAfterRender(): (elementId: string) => void {
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    document.getElementById(next.current)?.focus();
    next.current = null;
  });
  return (elementId) => {
    next.current = elementId;
  };
}
