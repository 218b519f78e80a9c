"use client";

import { useLayoutEffect, useRef, useState } from "react";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";
import { ItemContent, PanelHeader } from "./detail-panel.tsx";
import { ItemState } from "./item-state.tsx";

let isDone = false;

/**
 * Renders a row as an open item for a moment in which nothing is painted. The browser has then compiled
 * the panel and loaded its icons, so the first item opens as quickly as later ones.
 */
export function PanelRehearsal({ projectId, row }: { projectId: string; row: FeedbackRow }) {
  const panel = useRef<HTMLDivElement>(null);
  const [isShown, setIsShown] = useState(!isDone);
  useLayoutEffect(() => {
    // Asking for the size makes the browser compute styles and layout. Removed before it paints.
    panel.current?.getBoundingClientRect();
    isDone = true;
    setIsShown(false);
  }, []);
  if (!isShown) return null;
  return (
    <div ref={panel} inert className="detail-panel invisible fixed">
      <PanelHeader item={row} isMissing={false} onClose={ignore} />
      <ItemState
        item={row}
        status={row.status}
        onSetStatus={ignore}
        assignee={row.assignee}
        onAssign={ignore}
      />
      <ItemContent projectId={projectId} item={{ ...row, ...NOTHING_ELSE }} />
    </div>
  );
}

function ignore() {}

const NOTHING_ELSE = {
  reasons: [],
  history: [],
  createdAtText: null,
  contact: null,
  code: null,
  filename: null,
  lang: null,
  firstSeenAt: 0,
  observedAt: 0,
  warnings: [],
  extra: {},
  jobs: [],
  notes: [],
};
