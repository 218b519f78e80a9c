"use client";

import type { ReactNode } from "react";
import type { Status } from "../../lib/contract/platform/vocabulary.ts";
import { ChevronDown } from "../ui/icons.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";
import { StatusChoices } from "./status-choices.tsx";

/** A button that opens a menu of statuses. `title` names the menu. */
export function StatusMenu(props: {
  label: ReactNode;
  title: string;
  testId: string;
  className: string;
  /** The current status; null for several items. */
  current: string | null;
  onSet: (status: Status) => void;
  /** Opens the choice of a reason to dismiss; without it, no reason can be chosen here. */
  onDismiss?: () => void;
}) {
  return (
    <PopoverButton
      title={props.title}
      testId={props.testId}
      className={props.className}
      label={
        <>
          {props.label}
          <ChevronDown size={12} />
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
          onDismiss={
            props.onDismiss &&
            (() => {
              close();
              props.onDismiss?.();
            })
          }
        />
      )}
    </PopoverButton>
  );
}
