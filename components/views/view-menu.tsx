"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { ROW_SIZES, type RowSize } from "../../lib/contract/api/list-layouts.ts";
import type { ListLayout } from "../../lib/contract/api/views.ts";
import { SORTS } from "../../lib/filters/feedback-filters.ts";
import { viewAddress } from "../../lib/filters/view-address.ts";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { ColumnChoices } from "./column-choices.tsx";
import { moveItem } from "./move-item.ts";
import { useViewChanges } from "./open-view.tsx";
import { RejectedViews } from "./rejected-views.tsx";
import { chooseLayout } from "./shown-layout.ts";
import { ViewForm } from "./view-form.tsx";

const ROW_NAMES: Record<RowSize, string> = { compact: "Compact", comfortable: "Comfortable" };
const SORT_NAMES = { newest: "Newest first", oldest: "Oldest first" } as const;

interface MenuProps {
  projectId: string;
  url: InboxUrl;
  onDone: () => void;
}

/** How the list looks, and saving, changing, and choosing views. */
export function ViewMenu(props: MenuProps) {
  const [part, setPart] = useState<"menu" | "new" | "edit" | "delete">("menu");
  const state = useViewChanges(props.projectId, props.url);
  const { view } = state;
  /** Kept when a teammate deletes the view, so that what is typed doesn't disappear. */
  const [edited, setEdited] = useState(view);
  const back = () => setPart("menu");
  if (part === "new" || (part === "edit" && edited)) {
    return (
      <ViewForm
        {...props}
        view={part === "new" ? null : edited}
        onDone={props.onDone}
        onCancel={back}
      />
    );
  }
  if (part === "delete" && view) return <DeleteView {...props} state={state} onCancel={back} />;
  return (
    <div className="flex w-64 max-w-full flex-col gap-1">
      <Looks url={props.url} state={state} />
      <OwnViews {...props} state={state} />
      <div className="flex flex-col border-line border-t pt-1">
        {view && state.isChanged && (
          <>
            {state.canEdit && <Item onClick={() => state.save(props.onDone)}>Save changes</Item>}
            <Item
              onClick={() => {
                state.discard();
                props.onDone();
              }}
            >
              Discard changes
            </Item>
          </>
        )}
        <Item testId="new-view" onClick={() => setPart("new")}>
          {view ? "Save as new view…" : "Save view…"}
        </Item>
        {view && (
          <OpenViewItems
            {...props}
            state={state}
            onPart={(next) => {
              setEdited(view);
              setPart(next);
            }}
          />
        )}
      </div>
      <ErrorNotice error={state.change.error} />
      {/* The sidebar shows them, if it has views. */}
      <RejectedViews
        projectId={props.projectId}
        className={state.views.length > 0 ? "md:hidden" : undefined}
      />
    </div>
  );
}

type State = ReturnType<typeof useViewChanges>;

/** Rows, columns, and order of the list. */
function Looks({ url, state }: { url: InboxUrl; state: State }) {
  const { layout } = state;
  const setLayout = (changes: Partial<ListLayout>) => {
    chooseLayout({ ...layout, ...changes });
  };
  return (
    <>
      <Group name="Rows">
        {ROW_SIZES.map((rows) => (
          <Choice
            key={rows}
            type="radio"
            name="rows"
            checked={layout.rows === rows}
            onChange={() => setLayout({ rows })}
          >
            {ROW_NAMES[rows]}
          </Choice>
        ))}
      </Group>
      <Group name="Order">
        {SORTS.map((sort) => (
          <Choice
            key={sort}
            type="radio"
            name="sort"
            checked={url.filters.sort === sort}
            onChange={() => url.setFilters({ sort })}
          >
            {SORT_NAMES[sort]}
          </Choice>
        ))}
      </Group>
      <div className="max-sm:hidden">
        <ColumnChoices layout={layout} />
      </div>
    </>
  );
}

/** The views, for phones, which have no sidebar. */
function OwnViews({ projectId, onDone, state }: MenuProps & { state: State }) {
  if (state.views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="border-line border-t pt-1 md:hidden">
      {state.views.map((view) => (
        <IntentLink
          key={view.id}
          href={viewAddress(projectId, view)}
          aria-current={view.id === state.view?.id || undefined}
          // Close the menu after the link was followed.
          onClickCapture={() => setTimeout(onDone)}
          className="flex gap-2 rounded px-2 py-1.5 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-medium"
        >
          <span className="untrusted min-w-0">{view.name}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">
            {view.count?.toLocaleString("en")}
          </span>
        </IntentLink>
      ))}
    </nav>
  );
}

function OpenViewItems(
  props: MenuProps & { state: State; onPart: (part: "edit" | "delete") => void },
) {
  const { projectId, state, onPart } = props;
  const { view, views, defaultId, change, canEdit } = state;
  if (!view) return null;
  const isDefault = view.id === defaultId;
  const at = views.indexOf(view);
  const move = (to: number) => {
    const order = moveItem(views, at, to).map(({ id }) => id);
    change.mutate({ kind: "arrange_views", arrangement: { order } });
  };
  return (
    <>
      {canEdit && <Item onClick={() => onPart("edit")}>Edit view…</Item>}
      <Item
        onClick={() =>
          change.mutate({
            kind: "arrange_views",
            arrangement: { defaultId: isDefault ? null : view.id },
          })
        }
      >
        {isDefault ? "Remove as your default" : "Set as your default"}
      </Item>
      {views.length > 1 && (
        <>
          <Item isDisabled={at === 0} onClick={() => move(at - 1)}>
            Move view up
          </Item>
          <Item isDisabled={at === views.length - 1} onClick={() => move(at + 1)}>
            Move view down
          </Item>
        </>
      )}
      {canEdit && <Item onClick={() => onPart("delete")}>Delete view…</Item>}
      <a
        href={`/${projectId}/views/${encodeURIComponent(view.id)}`}
        className="rounded px-2 py-1.5 hover:bg-sunken"
      >
        Permalink
      </a>
    </>
  );
}

function DeleteView(props: MenuProps & { state: State; onCancel: () => void }) {
  const { url, state, onCancel, onDone } = props;
  const { view, change } = state;
  const cancel = useRef<HTMLDivElement>(null);
  useEffect(() => cancel.current?.querySelector("button")?.focus(), []);
  if (!view) return null;
  const remove = () =>
    change.mutate(
      { kind: "delete_view", viewId: view.id, name: view.name },
      {
        onSuccess: () => {
          url.setFilters({ view: null });
          onDone();
          // The pressed button disappears before the menu closes.
          document.querySelector<HTMLElement>("[data-testid=view-menu]")?.focus();
        },
      },
    );
  return (
    <div className="flex w-72 max-w-full flex-col gap-2 p-2">
      <p className="untrusted font-medium">Delete “{view.name}”?</p>
      <p className="text-muted">
        {view.isTeam ? "Everyone on the team loses this view. " : ""}Feedback isn't affected.
      </p>
      <ErrorNotice error={change.error} />
      <div ref={cancel} className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="danger" disabled={change.isPending} onClick={remove}>
          Delete view
        </Button>
      </div>
    </div>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="px-2 pt-1 font-medium text-muted text-xs">{name}</legend>
      <div className="flex flex-wrap">{children}</div>
    </fieldset>
  );
}

function Choice(props: {
  type: "radio" | "checkbox";
  name?: string;
  checked: boolean;
  onChange: () => void;
  children: string;
}) {
  const { children, ...input } = props;
  return (
    <label className="flex cursor-pointer items-center gap-2 rounded px-2 py-1 hover:bg-sunken">
      <input {...input} className="size-4" />
      {children}
    </label>
  );
}

function Item(props: {
  isDisabled?: boolean;
  testId?: string;
  onClick: () => void;
  children: string;
}) {
  const { isDisabled = false } = props;
  return (
    <button
      type="button"
      data-testid={props.testId}
      // Not `disabled`, so that the button keeps the focus after the last press.
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && props.onClick()}
      className="option"
    >
      {props.children}
    </button>
  );
}
