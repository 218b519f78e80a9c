import type { Row } from "@tanstack/react-table";
import { type MouseEvent, type RefObject, useCallback } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { Selection } from "../triage/use-selection.ts";
import type { ActiveItem } from "../use-active-item.ts";
import type { features } from "./feedback-columns.tsx";
import { FeedbackTableRow, MissingRow, ROW_HEIGHT } from "./feedback-table-row.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";
import { useListScroll } from "./use-list-scroll.ts";

/** The rows near the screen, in the room that all of them would take. */
export function FeedbackRows(props: {
  list: FeedbackList;
  /** Those of the list, in its order. */
  rows: Row<typeof features, FeedbackRow>[];
  selection: Selection;
  entry: ActiveItem;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const { list, selection, scroller } = props;
  const { active, activate, show } = props.entry;
  const { toggle, extendTo } = selection;
  const shown = useListScroll(list, active, scroller);
  const select = useCallback(
    (id: string, event: MouseEvent) => {
      activate(id);
      if (event.shiftKey) extendTo(id, list.ids);
      else toggle(id);
    },
    [activate, extendTo, toggle, list.ids],
  );
  const isLoaded = active !== null && list.ids.includes(active);
  const focusable = isLoaded ? active : (list.ids[0] ?? null);
  return (
    <div
      role="rowgroup"
      className="relative"
      style={{ height: (list.before + list.rows.length) * ROW_HEIGHT }}
    >
      {shown.map((place) => {
        const row = props.rows[place - list.before];
        // By place: another view changes what rows say, and makes none anew.
        return row ? (
          <FeedbackTableRow
            key={place}
            row={row}
            place={place}
            canSelect={selection.isPossible}
            selected={selection.ids.has(row.id)}
            active={row.id === active}
            focusable={row.id === focusable}
            onSelect={select}
            onOpen={show}
            onFocus={activate}
          />
        ) : (
          <MissingRow key={place} place={place} />
        );
      })}
    </div>
  );
}
