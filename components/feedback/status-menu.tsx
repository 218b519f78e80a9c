"use client";

import type { ReactNode } from "react";
import type { Status } from "../../lib/contract/platform/vocabulary.ts";
import { ChevronDown } from "../ui/icons.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LazyPopover } from "../ui/lazy-popover.tsx";

const StatusChoices = lazyPart({
  name: "the statuses",
  load: () => import("./status-choices.tsx").then((module) => module.StatusChoices),
});

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
      onPrefetch={StatusChoices.preload}
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
