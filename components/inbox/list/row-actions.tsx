"use client";

import { type MouseEvent, useContext } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { isDecided, type Status } from "../../../lib/contract/platform/vocabulary.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import {
  Circle,
  CircleCheck,
  CircleSlash,
  CircleUser,
  Clock,
  GitPullRequest,
  type Icon,
} from "../../ui/icons.tsx";
import type { ChoiceKind } from "../triage/choice.ts";
import { RowTargets } from "./row-targets.ts";

type Action = [label: string, Icon: Icon, run: () => void];

/** Buttons for the row under the pointer. Keys and the open item offer the same actions. */
export function RowActions({ item }: { item: FeedbackRow }) {
  const targets = useContext(RowTargets);
  if (!targets) return null;
  const actions = actionsFor(item, targets);
  if (actions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click between two buttons from opening the item.
    <div
      role="gridcell"
      className="list-actions"
      // The focus stays in the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
    >
      {actions.map(([label, Icon, run]) => (
        <IconButton
          key={label}
          label={label}
          tabIndex={-1}
          onClick={(event) => !isSecondOfTwo(event) && run()}
        >
          <Icon />
        </IconButton>
      ))}
    </div>
  );
}

function actionsFor(item: FeedbackRow, targets: RowTargets): Action[] {
  const { triage, canAssign, canDraft, itemsOf, ask } = targets;
  const ids = itemsOf([item.id]);
  const set = (status: Status) => () => triage?.changeRow(ids, { kind: "set", status });
  const choose = (kind: ChoiceKind) => () => ask({ kind, ids });
  const actions: (Action | false)[] = [
    canDraft && ["Draft fix", GitPullRequest, () => ask(ids)],
    triage !== null && canAssign && ["Assign item", CircleUser, choose("assign")],
    triage !== null && ["Snooze item", Clock, choose("snooze")],
    ...(triage === null ? [] : statusActions(item.status, set)),
  ];
  return actions.filter((action) => action !== false);
}

function statusActions(status: string, set: (status: Status) => () => void): Action[] {
  if (isDecided(status)) return [["Mark item as pending", Circle, set("pending")]];
  return [
    ["Dismiss item", CircleSlash, set("dismissed")],
    ["Resolve item", CircleCheck, set("resolved")],
  ];
}

/**
 * Whether a click is the second one of a double click. It would act on the next item, which has moved
 * into the row's place.
 */
function isSecondOfTwo({ detail }: MouseEvent): boolean {
  return detail > 1;
}
