"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import type { FeedbackDetail, FeedbackRow } from "../../lib/contract/api/feedback.ts";
import type { Status } from "../../lib/contract/platform/vocabulary.ts";
import type { Change } from "../../lib/item-fields/decision.ts";
import type { ValuesAfter } from "../../lib/item-fields/values-after.ts";
import { feedbackDetail, loadedRow } from "../../lib/queries/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { useConnection } from "../app/use-connection.ts";
import { useLabels } from "../app/use-labels.ts";
import type { Choice } from "../inbox/triage/choice.ts";
import { withUnsaved } from "../inbox/triage/unsaved-values.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { ArrowDown, ArrowUp, X } from "../ui/icons.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Notice } from "../ui/notice.tsx";
import { PathText } from "../ui/path-text.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { Comment } from "./comment.tsx";
import { Highlight } from "./highlight.tsx";
import { ItemState } from "./item-state.tsx";
import { LabelChip } from "./label-chip.tsx";
import { useIsSettled } from "./use-is-settled.ts";

// Loaded once the pointer or the focus has reached the list, or after the first frame with an item.
const ItemDetails = lazyPart({
  name: "the rest of this item",
  load: () => import("./item-parts.ts").then((module) => module.ItemDetails),
  pending: <div aria-busy />,
});
const ItemDecisions = lazyPart({
  name: "the dismissal reason",
  load: () => import("./item-parts.ts").then((module) => module.ItemDecisions),
});

const Notes = lazyPart({
  name: "the notes",
  load: () => import("./item-parts.ts").then((module) => module.Notes),
});

/** Loads what an item shows with its second frame. Later, an opened item waits for it. */
export function preloadItemParts(): void {
  ItemDetails.preload();
  ItemDecisions.preload();
}

interface PanelProps {
  projectId: string;
  feedbackId: string;
  /** Changes that aren't saved yet. */
  unsaved: ValuesAfter;
  /** Null if the person can't change statuses. */
  onSetStatus: ((status: Status) => void) | null;
  /** Null if the person can't triage. */
  onRestore: (() => void) | null;
  canAssign: boolean;
  /** Opens a choice for the item; null if the person can't triage. */
  onChoose: ((kind: Choice["kind"]) => void) | null;
  /** Drafts a prompt from the item; null if the person can't. */
  onFix: (() => void) | null;
  /** The items before and after it in the list. */
  previousId: string | undefined;
  nextId: string | undefined;
  /** Makes a decision about several items; null if the person can't triage. */
  onDecide: ((ids: readonly string[], change: Change) => void) | null;
  onOpen: (id: string) => void;
  onDeleted: (id: string) => void;
  onClose: () => void;
}

/** The open item next to the list, with all of its fields as text. */
export function DetailPanel(props: PanelProps) {
  const { projectId, feedbackId } = props;
  const client = useQueryClient();
  // Items that are only passed while moving through the list aren't loaded.
  const enabled = useIsSettled(feedbackId);
  const { data: item, error } = useQuery({ ...feedbackDetail(projectId, feedbackId), enabled });
  const row = item ? undefined : loadedRow(client, projectId, feedbackId);
  const loaded = item ?? row;
  const shown = loaded && withUnsaved(loaded, feedbackId, props.unsaved);
  const isOnline = useConnection() === "online";
  const top = useTop(feedbackId);
  const path = shown && { ...shown, liveUrl: item?.liveUrl ?? null };
  return (
    <aside
      ref={top}
      data-testid="detail-panel"
      data-item={feedbackId}
      aria-label="Feedback item"
      aria-busy={!item && !error}
      className="detail-panel"
    >
      <Title {...props} path={path} isFailed={error !== null} />
      {!item && !isOnline && (
        <Notice tone="warn">The rest of this item loads when you reconnect.</Notice>
      )}
      {isOnline && error && <Notice tone="bad">{error.message}</Notice>}
      {!shown && error && <Notes projectId={projectId} item={{ id: feedbackId, notes: null }} />}
      {shown && <Decisions {...props} shown={shown} item={item} />}
      {row && <Quote item={row} />}
      {item && (
        <>
          <ItemContent item={item} />
          <ItemDetails
            projectId={projectId}
            item={item}
            isSettled={enabled}
            onDecide={props.onDecide}
            onOpen={props.onOpen}
            onDeleted={props.onDeleted}
          />
        </>
      )}
    </aside>
  );
}

/** Shows the top when another item opens, and takes the focus where the panel covers the list. */
function useTop(feedbackId: string) {
  const top = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when another item opens.
  useEffect(() => {
    top.current?.scrollTo(0, 0);
  }, [feedbackId]);
  useEffect(() => {
    const timer = setTimeout(preloadItemParts);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const panel = top.current;
    if (panel && getComputedStyle(panel).position === "absolute")
      panel.querySelector("h2")?.focus();
  }, []);
  return top;
}

function Title(
  props: Pick<PanelProps, "previousId" | "nextId" | "onOpen" | "onClose"> & {
    path: Parameters<typeof PagePath>[0] | undefined;
    isFailed: boolean;
  },
) {
  return (
    <div className="panel-title">
      <h2 tabIndex={-1} className="untrusted">
        {props.path ? <PagePath {...props.path} /> : props.isFailed ? "Feedback item" : "Loading…"}
      </h2>
      <MoveButton label="Previous item" to={props.previousId} onOpen={props.onOpen}>
        <ArrowUp />
      </MoveButton>
      <MoveButton label="Next item" to={props.nextId} onOpen={props.onOpen}>
        <ArrowDown />
      </MoveButton>
      <IconButton label="Close item" onClick={props.onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** The item's state, and buttons for decisions about it. */
function Decisions(
  props: Pick<PanelProps, "onSetStatus" | "canAssign" | "onChoose" | "onFix" | "onRestore"> & {
    shown: Parameters<typeof ItemState>[0]["item"] & Pick<FeedbackRow, "id" | "labels" | "noise">;
    /** The full item; undefined until it has loaded. */
    item: FeedbackDetail | undefined;
  },
) {
  const { shown, onChoose } = props;
  const hasDecisions = shown.status === "dismissed" || shown.noise;
  return (
    <>
      <ItemState {...props} item={shown} />
      <ItemLabels ids={shown.labels ?? []} />
      {hasDecisions && (
        <ItemDecisions
          row={shown}
          item={props.item}
          onExplain={onChoose && (() => onChoose("explain"))}
          onRestore={props.onRestore}
        />
      )}
    </>
  );
}

/** Opens another item. Stays where it is at the end of the list, so that it keeps the focus. */
function MoveButton(props: {
  label: string;
  to: string | undefined;
  onOpen: (id: string) => void;
  children: ReactNode;
}) {
  const { to } = props;
  return (
    <IconButton label={props.label} aria-disabled={!to} onClick={() => to && props.onOpen(to)}>
      {props.children}
    </IconButton>
  );
}

function PagePath(props: { path: string; page: string; liveUrl: string | null }) {
  const { path, page, liveUrl } = props;
  // Show the host of external links, because readers can submit any URL.
  const host = URL.canParse(path) ? new URL(path).host : "";
  return (
    <SafeLink href={liveUrl ?? path} isBare={host === ""}>
      <span>
        {displayable(host)}
        <Highlight text={displayable(page)} plain={<PathText path={page} />} />
      </span>
    </SafeLink>
  );
}

/** The item's notices, and what its reader wrote. */
function ItemContent({ item }: { item: FeedbackDetail }) {
  return (
    <>
      {item.deletedAt !== null && (
        <Notice tone="info">
          Deleted on the platform (found <Time at={item.deletedAt} />
          ). Errata keeps this copy.
        </Notice>
      )}
      {item.warnings.length > 0 && (
        <Notice tone="warn">
          Looks like a prompt-injection attempt. {item.warnings.join(" ")} Errata only shows and
          quotes it as text.
        </Notice>
      )}
      <Quote item={item} />
    </>
  );
}

function Quote({ item }: { item: Pick<FeedbackDetail, "comment" | "source"> }) {
  return (
    <blockquote>
      <Comment text={item.comment} source={item.source} className="panel-comment" />
    </blockquote>
  );
}

/** All labels of the open item, in the project's order. */
function ItemLabels({ ids }: { ids: readonly string[] }) {
  const all = useLabels(ids.length > 0);
  if (ids.length === 0) return null;
  return (
    <ul
      aria-label="Labels"
      data-testid="item-labels"
      className="flex min-h-5 shrink-0 flex-wrap gap-1"
    >
      {all
        ?.filter(({ id, removed }) => !removed && ids.includes(id))
        .map((label) => (
          <li key={label.id} className="flex min-w-0">
            <LabelChip label={label} />
          </li>
        ))}
    </ul>
  );
}
