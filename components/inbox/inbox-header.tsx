import type { Facets } from "../../lib/contract/api/feedback-counts.ts";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Sliders } from "../ui/icons.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";
import { ExportMenu } from "./filters/export-menu.tsx";
import { ResultCount } from "./list/result-count.tsx";
import type { InboxUrl } from "./use-inbox-url.ts";

const ContinueDraft = lazyPart({
  name: "your draft",
  load: () => import("../draft/continue-draft.tsx").then((module) => module.ContinueDraft),
});

const FirstSync = lazyPart({
  name: "the first sync's progress",
  load: () => import("./first-sync.tsx").then((module) => module.FirstSync),
});

const OpenView = lazyPart({
  name: "the view",
  load: () => import("../views/view-parts.ts").then((module) => module.OpenView),
});

const ViewMenu = lazyPart({
  name: "the view options",
  load: () => import("../views/view-parts.ts").then((module) => module.ViewMenu),
});

/** The title, the number of items, the state of the first sync, and the export menu. */
export function InboxHeader(props: {
  projectId: string;
  url: InboxUrl;
  facets: Facets | undefined;
  sync: SyncStatus | undefined;
  /** Number of items that the list doesn't show yet. */
  newRows: number;
  onShowNew: () => void;
  onShowShortcuts: () => void;
  /** Opens an unfinished draft; null without one. */
  onContinueDraft: ((feedbackIds: string[]) => void) | null;
}) {
  const { projectId, url, facets, newRows, onContinueDraft } = props;
  return (
    <div className="list-title">
      <h1 className="page-title max-sm:sr-only">Inbox</h1>
      {url.viewName !== null && <OpenView projectId={projectId} url={url} />}
      <ResultCount
        facets={facets}
        isPartial={props.sync?.phase === "backfill"}
        newCount={newRows}
        onShowNew={props.onShowNew}
      />
      {(["noise", "snoozed"] as const).map(
        (name) =>
          url.filters[name] === false &&
          !!facets?.[name] && (
            <Button
              key={name}
              variant="quiet"
              className="text-muted @max-2xl:hidden"
              onPointerEnter={() => url.prefetch({ [name]: true })}
              onClick={() => url.setFilters({ [name]: true })}
            >
              {`Show ${name} (${facets[name].toLocaleString("en")})`}
            </Button>
          ),
      )}
      {props.sync?.phase === "backfill" && <FirstSync sync={props.sync} />}
      {onContinueDraft && (
        <div className="ml-auto max-sm:order-3">
          <ContinueDraft projectId={projectId} onContinue={onContinueDraft} />
        </div>
      )}
      {/* Stays where it is when the draft is offered. */}
      <div
        className={`${onContinueDraft ? "" : "ml-auto "}flex shrink-0 items-center max-sm:order-3`}
      >
        <ExportMenu projectId={projectId} filters={url.filters} total={facets?.total} />
        <PopoverButton
          title="View options"
          testId="view-menu"
          className={buttonClass("quiet")}
          onPrefetch={ViewMenu.preload}
          label={
            <>
              <Sliders />
              <span className="@max-xl:sr-only">View</span>
            </>
          }
        >
          {(close) => <ViewMenu projectId={projectId} url={url} onDone={close} />}
        </PopoverButton>
        <Button
          variant="quiet"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
          onClick={props.onShowShortcuts}
          className="max-sm:hidden"
        >
          ?
        </Button>
      </div>
    </div>
  );
}
