"use client";

import { ChevronDown } from "lucide-react";
import { lazy, type ReactNode } from "react";
import { LazyPopover } from "../../ui/lazy-popover.tsx";
import { chipClass } from "./chip.ts";

const load = () => import("./choices.tsx");
const Choices = lazy(() => load().then((module) => ({ default: module.Choices })));

/** A filter of several values, or of one at a time. No value chosen means all of them. */
export function ChoiceFilter<Value extends string>(props: {
  name: string;
  testId: string;
  values: readonly Value[];
  chosen: readonly Value[] | null;
  /** Of every value there is, also of those that cannot be chosen. */
  counts: Record<string, number> | undefined;
  single?: boolean;
  nameOf: (value: string) => string;
  show?: (value: string) => ReactNode;
  onChoose: (values: Value[] | null) => void;
  onPrefetch: (values: Value[] | null) => void;
}) {
  const { name, values, chosen, nameOf, show = nameOf, single = false } = props;
  const ours = (picked: string[] | null) =>
    picked && values.filter((value) => picked.includes(value));
  return (
    <LazyPopover
      title={`Filter by ${name.toLowerCase()}`}
      testId={props.testId}
      className={chipClass(chosen !== null)}
      onPrefetch={load}
      label={
        <>
          <span className="truncate">
            {chosen ? `${name}: ${chosen.map(nameOf).join(", ")}` : name}
          </span>
          <ChevronDown aria-hidden size={12} className="shrink-0" />
        </>
      }
    >
      {(close) => (
        <Choices
          name={name}
          values={values}
          chosen={chosen}
          counts={props.counts}
          single={single}
          nameOf={nameOf}
          show={show}
          onChoose={(picked) => props.onChoose(ours(picked))}
          onPrefetch={(picked) => props.onPrefetch(ours(picked))}
          onDone={close}
        />
      )}
    </LazyPopover>
  );
}
