"use client";

import { lazy, type ReactNode } from "react";
import type { Status } from "../../lib/contract/platform/vocabulary.ts";
import { ChevronDown } from "../ui/icons.tsx";
import { LazyPopover } from "../ui/lazy-popover.tsx";

const load = () => import("./status-choices.tsx");
const StatusChoices = lazy(() => load().then((module) => ({ default: module.StatusChoices })));

/** A button that opens a menu of statuses. `title` names the menu. */
export function StatusMenu(props: {
  label: ReactNode;
  title: string;
  testId: string;
  className: string;
  /** The current status; null for several items. */
  current: string | null;
  onSet: (status: Status) => void;
}) {
  return (
    <LazyPopover
      title={props.title}
      testId={props.testId}
      className={props.className}
      onPrefetch={load}
      label={
        <>
          {props.label}
          <ChevronDown size={12} className="shrink-0" />
        </>
      }
    >
      {(close) => (
        <StatusChoices
          current={props.current}
          onSet={(status) => {
            close();
            props.onSet(status);
          }}
        />
      )}
    </LazyPopover>
  );
}
