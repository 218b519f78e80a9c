"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { SavedView } from "../../lib/contract/api/views.ts";
import { viewAddress, viewNamed } from "../../lib/filters/view-address.ts";
import { savedViews } from "../../lib/queries/views.ts";
import { layoutOf, layoutWords } from "../app/list-layout.ts";
import { IntentLink } from "../ui/intent-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { moveItem } from "./move-item.ts";
import { RejectedViews } from "./rejected-views.tsx";
import { showLayoutOfView } from "./shown-layout.ts";
import { useViews } from "./use-views.ts";

/**
 * The saved views in the sidebar, with the number of their items. Dragging a view, or Alt and an arrow key, moves it;
 * the menu of the open view does so as well.
 */
export function ViewLinks({ projectId }: { projectId: string }) {
  const { views, change } = useViews(projectId);
  const inFeedback = usePathname() === `/${projectId}/feedback`;
  const named = useSearchParams().get("view");
  const openView = inFeedback ? viewNamed(views, named) : undefined;
  useLayout(openView);
  const { dragged, said, start, onKeyDown, onDragOver, onDragEnd } = useOrder(
    projectId,
    views,
    (order) => change.mutate({ kind: "arrange_views", arrangement: { order } }),
  );
  return (
    <nav aria-label="Saved views" className="flex min-h-0 flex-col gap-0.5 max-md:hidden">
      <h2 className="px-2 text-muted text-xs">Views</h2>
      <ul
        onDragOver={(event) => dragged !== null && event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
        className="flex min-h-0 flex-col gap-0.5 overflow-y-auto"
      >
        {views.map((view, index) => (
          <li
            key={view.id}
            draggable
            onDragStart={() => start(index)}
            onDragOver={() => onDragOver(index)}
            onDragEnd={onDragEnd}
            onKeyDown={(event) => onKeyDown(event, index)}
            className={dragged === index ? "opacity-60" : undefined}
          >
            <IntentLink
              href={viewAddress(projectId, view)}
              draggable={false}
              aria-current={view.id === openView?.id || undefined}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title={`${view.name}${view.isTeam ? " (team)" : ""}`}
              className="nav-link"
            >
              <span className="untrusted line-clamp-1">{view.name}</span>
              {view.count !== null && (
                <span className="ml-auto text-muted tabular-nums">
                  {view.count.toLocaleString("en")}
                  <span className="sr-only">{view.count === 1 ? " item" : " items"}</span>
                </span>
              )}
            </IntentLink>
          </li>
        ))}
      </ul>
      {change.error && (
        <Notice tone="bad" role="alert">
          The order wasn't saved. {change.error.message}
        </Notice>
      )}
      <RejectedViews projectId={projectId} />
      <span role="status" className="sr-only">
        {!change.error && said}
      </span>
    </nav>
  );
}

/** Moves views by dragging and by keys. @param onOrder called with the IDs of the views in their new order */
function useOrder(projectId: string, views: SavedView[], onOrder: (ids: string[]) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const client = useQueryClient();
  const { queryKey } = savedViews(projectId);
  /** Shows another order while a view is dragged. */
  const show = (next: SavedView[]) =>
    client.setQueryData(queryKey, (list) => list && { ...list, views: next });
  /** The order before a view was dragged. */
  const orderBefore = useRef<SavedView[]>([]);
  const restore = () => {
    show(orderBefore.current);
    void client.invalidateQueries({ queryKey });
  };
  const send = (next: SavedView[]) => onOrder(next.map(({ id }) => id));
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !event.altKey) return;
    event.preventDefault();
    const to = index + by;
    if (to < 0 || to >= views.length) return;
    const next = moveItem(views, index, to);
    send(next);
    setSaid(`${next[to]?.name}: ${to + 1} of ${next.length}`);
  };
  const onDragOver = (index: number) => {
    if (dragged === null || dragged === index) return;
    show(moveItem(views, dragged, index));
    setDragged(index);
  };
  const onDragEnd = ({ dataTransfer }: DragEvent) => {
    setDragged(null);
    // Escape, or a drop outside the list, cancels.
    if (dataTransfer.dropEffect === "none") restore();
    else send(views);
  };
  const start = (index: number) => {
    orderBefore.current = views;
    setDragged(index);
  };
  return { dragged, said, start, onKeyDown, onDragOver, onDragEnd };
}

/** Shows the list as the open view wants it, and otherwise as the person does. */
function useLayout(view: SavedView | undefined): void {
  const words = view?.layout ? layoutWords(view.layout) : null;
  useEffect(() => {
    showLayoutOfView(words === null ? null : layoutOf(words));
    return () => showLayoutOfView(null);
  }, [words]);
}
