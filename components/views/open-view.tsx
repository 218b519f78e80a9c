"use client";

import { useState } from "react";
import { loadFilters, serializeFilters } from "../../lib/filters/feedback-filters.ts";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { PopoverButton } from "../ui/popover-button.tsx";
import { showLayout } from "./shown-layout.ts";
import { useOpenView } from "./use-views.ts";
import { ViewForm } from "./view-form.tsx";

/** Saves the open view as the list is now, or shows the list as the view is. */
export function useViewChanges(projectId: string, url: InboxUrl) {
  const open = useOpenView(projectId, url);
  const { view, change } = open;
  const save = (onSaved: (isSaved: boolean) => void) => {
    if (!view) return;
    const query = serializeFilters(url.filters).slice(1);
    const layout = view.layout && open.layout;
    change.mutate(
      { kind: "update_view", viewId: view.id, name: view.name, change: { query, layout } },
      { onSuccess: onSaved },
    );
  };
  const discard = () => {
    if (!view) return;
    url.setFilters(loadFilters(view.query));
    if (view.layout) showLayout(view.layout);
  };
  return { ...open, save, discard };
}

/**
 * The name of the open view next to the inbox's title, with buttons that save or discard changes. On phones, it is
 * in the menu.
 */
export function OpenView({ projectId, url }: { projectId: string; url: InboxUrl }) {
  const { view, isChanged, canEdit, change, save, discard } = useViewChanges(projectId, url);
  const [said, setSaid] = useState("");
  if (!view) return null;
  /** The pressed button disappears. */
  const finish = (message: string) => {
    setSaid(message);
    document.querySelector<HTMLElement>("[data-testid=view-menu]")?.focus();
  };
  return (
    <div className="flex min-w-0 items-center gap-1 max-sm:hidden">
      <span aria-hidden className="text-muted">
        /
      </span>
      <h2 data-testid="open-view" className="untrusted ml-1 truncate font-medium">
        {view.name}
      </h2>
      {isChanged && (
        <>
          <span className="ml-1 rounded-full bg-sunken px-2 text-muted text-xs">Changed</span>
          {canEdit && (
            <Button
              variant="quiet"
              disabled={change.isPending}
              onClick={() => save((isSaved) => finish(savedMessage(isSaved)))}
            >
              Save
            </Button>
          )}
          <PopoverButton
            title="Save as a new view"
            label="Save as"
            className={buttonClass("quiet")}
          >
            {(close) => (
              <ViewForm
                {...{ projectId, url }}
                view={null}
                onDone={(isSaved) => {
                  close();
                  finish(savedMessage(isSaved));
                }}
                onCancel={close}
              />
            )}
          </PopoverButton>
          <Button
            variant="quiet"
            onClick={() => {
              discard();
              finish("Changes discarded");
            }}
          >
            Discard
          </Button>
        </>
      )}
      <span role="status" className={change.error ? "truncate text-bad" : "sr-only"}>
        {change.error?.message ?? said}
      </span>
    </div>
  );
}

function savedMessage(isSaved: boolean): string {
  return isSaved ? "View saved" : "Waiting to reconnect";
}
