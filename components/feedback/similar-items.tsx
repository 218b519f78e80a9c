"use client";

import { useQuery } from "@tanstack/react-query";
import type { MouseEvent, ReactNode } from "react";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";
import type { SimilarItems as Similar } from "../../lib/contract/api/groups.ts";
import { MAX_SELECTED_ITEMS } from "../../lib/contract/api/limits.ts";
import type { Change, Decision } from "../../lib/item-fields/decision.ts";
import { valuesAfter } from "../../lib/item-fields/values-after.ts";
import { similarItems } from "../../lib/queries/similar-items.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { useOutboxState } from "../app/outbox.tsx";
import { Button } from "../ui/button.tsx";
import { OtherItem } from "./other-item.tsx";
import { StatusMenu } from "./status-menu.tsx";

/** Makes a decision about items; null if the person can't. */
type Decide = ((ids: readonly string[], change: Change) => void) | null;

/** The other items of the open item's group, and items that may belong to it. */
export function SimilarItems(props: {
  projectId: string;
  feedbackId: string;
  onDecide: Decide;
  onOpen: (id: string) => void;
}) {
  const { projectId, feedbackId, onDecide, onOpen } = props;
  const { data, error } = useQuery(similarItems(projectId, feedbackId));
  const { confirmed, waiting } = useOutboxState();
  const decisions = [...confirmed, ...waiting];
  const statuses = valuesAfter(decisions).of("status");
  const moved = movedItems(decisions);
  if (!data) {
    return error ? (
      <p className="text-muted">Couldn't load similar items. {error.message}</p>
    ) : null;
  }
  const { ids, items, suggested, isRecurrence } = without(data, moved, feedbackId);
  if (ids.length + suggested.length === 0) return null;
  const rowOf: RowOf = (item, actions) => (
    <OtherItem
      key={item.id}
      item={item}
      hasPage
      status={statuses.get(item.id) ?? item.status}
      onOpen={() => onOpen(item.id)}
      actions={actions}
    />
  );
  const shared = { feedbackId, onDecide, rowOf };
  const byMeaning = suggested.filter(({ foundBy }) => foundBy === "meaning");
  return (
    <section
      aria-label="Similar items"
      data-testid="similar-items"
      tabIndex={-1}
      className="flex flex-col gap-2"
    >
      {ids.length > 0 && <Group {...{ ids, items, isRecurrence, ...shared }} />}
      <Suggestions
        title={byMeaning.length > 0 ? "Similar wording" : "Possibly similar items"}
        suggested={suggested.filter(({ foundBy }) => foundBy === "wording")}
        {...shared}
      />
      <Suggestions title="Similar meaning" suggested={byMeaning} {...shared} />
    </section>
  );
}

type RowOf = (item: FeedbackRow, actions: ReactNode) => ReactNode;

/** The other items of the open item's group, with buttons for decisions about all of them. */
function Group(props: {
  feedbackId: string;
  ids: readonly string[];
  /** The first of these items. */
  items: readonly FeedbackRow[];
  isRecurrence: boolean;
  onDecide: Decide;
  rowOf: RowOf;
}) {
  const { feedbackId, ids, items, onDecide } = props;
  const all = [feedbackId, ...ids].slice(0, MAX_SELECTED_ITEMS);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">{counted(ids.length, "similar item")}</h3>
        {onDecide && (
          <>
            <StatusMenu
              label={`Set status of all ${all.length.toLocaleString("en")}`}
              title="Set status of the group"
              testId="similar-status"
              className="menu-button"
              current={null}
              onSet={(status) => onDecide(all, { kind: "set", status })}
            />
            <Button onClick={() => onDecide([feedbackId], { kind: "group", with: null })}>
              Remove from group
            </Button>
          </>
        )}
      </div>
      {props.isRecurrence && (
        <p className="text-warn">Recurrence: the others were resolved before this one arrived.</p>
      )}
      <ul className="flex flex-col gap-2">
        {items.map((item) =>
          props.rowOf(
            item,
            onDecide && (
              <Button
                aria-label={`Remove from group: ${labelOf(item)}`}
                onClick={(event) => {
                  focusSection(event);
                  onDecide([item.id], { kind: "group", with: null });
                }}
              >
                Remove
              </Button>
            ),
          ),
        )}
      </ul>
      {ids.length > items.length && (
        <p className="text-muted">and {(ids.length - items.length).toLocaleString("en")} more</p>
      )}
    </>
  );
}

/** Items that may belong to the open item's group, and were found in the same way. */
function Suggestions(props: {
  title: string;
  suggested: Similar["suggested"];
  feedbackId: string;
  onDecide: Decide;
  rowOf: RowOf;
}) {
  const { suggested, feedbackId, onDecide, rowOf } = props;
  if (suggested.length === 0) return null;
  return (
    <>
      <h3 className="font-medium">{props.title}</h3>
      <ul className="flex flex-col gap-2">
        {suggested.map(({ item, ids: group }) =>
          rowOf(
            item,
            onDecide && (
              <>
                <Button
                  aria-label={`${groupAction(group.length)}: ${labelOf(item)}`}
                  onClick={(event) => {
                    focusSection(event);
                    onDecide(group, { kind: "group", with: feedbackId });
                  }}
                >
                  {groupAction(group.length)}
                </Button>
                <Button
                  aria-label={`Not similar: ${labelOf(item)}`}
                  onClick={(event) => {
                    focusSection(event);
                    onDecide(group, { kind: "separate", from: feedbackId });
                  }}
                >
                  Not similar
                </Button>
              </>
            ),
          ),
        )}
      </ul>
    </>
  );
}

/** Items whose group an unsaved decision changes. */
function movedItems(decisions: readonly Decision[]): Set<string> {
  const undone = new Set(decisions.flatMap((made) => (made.kind === "undo" ? [made.of] : [])));
  return new Set(
    decisions.flatMap((made) =>
      (made.kind === "group" || made.kind === "separate") && !undone.has(made.id) ? made.ids : [],
    ),
  );
}

/** Leaves out items that someone has just moved. */
function without(similar: Similar, moved: ReadonlySet<string>, feedbackId: string): Similar {
  const stays = (id: string) => !moved.has(id) && !moved.has(feedbackId);
  return {
    ...similar,
    ids: similar.ids.filter(stays),
    items: similar.items.filter(({ id }) => stays(id)),
    suggested: similar.suggested.filter(({ item }) => !moved.has(item.id)),
  };
}

/** Keeps the focus in the section: the pressed button goes away with its item. */
function focusSection({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest("section")?.focus({ preventScroll: true });
}

/** The accessible name of an item. */
function labelOf({ comment, page }: FeedbackRow): string {
  return displayable(comment?.slice(0, 40) || page);
}

/** @param items of the group that the open item would join; 1 for a single item */
function groupAction(items: number): string {
  return items > 1 ? `Group all ${items.toLocaleString("en")}` : "Group";
}
