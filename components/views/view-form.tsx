"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { VIEW_NAME_LENGTH } from "../../lib/contract/api/limits.ts";
import type { SavedView } from "../../lib/contract/api/views.ts";
import { serializeFilters } from "../../lib/filters/feedback-filters.ts";
import { viewName } from "../../lib/filters/view-address.ts";
import type { PersonalChange } from "../../lib/outbox/unsent-outboxes.ts";
import { layoutOf } from "../app/list-layout.ts";
import { usePermission } from "../app/session.tsx";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { fieldClass } from "../ui/field.ts";
import { useShownLayout } from "./shown-layout.ts";
import { useViews } from "./use-views.ts";

/** Names a new view of the current filters, or renames one and changes who has it. */
export function ViewForm(props: {
  projectId: string;
  url: InboxUrl;
  /** Null to save a new one. */
  view: SavedView | null;
  /** @param isSaved false while the view waits for the connection */
  onDone: (isSaved: boolean) => void;
  onCancel: () => void;
}) {
  const { projectId, url, view } = props;
  const { change } = useViews(projectId);
  const canShare = usePermission("triage");
  const shown = useShownLayout();
  const [name, setName] = useState(view?.name ?? "");
  const [isTeam, setIsTeam] = useState(view?.isTeam ?? false);
  const [keepsLayout, setKeepsLayout] = useState(view?.layout != null);
  const [newId] = useState(() => crypto.randomUUID());
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || change.isPending) return;
    // Renaming doesn't save changes of the list's layout. "Save" does.
    const layout = view?.layout ?? layoutOf(shown ?? "");
    const fields = { name, isTeam, layout: keepsLayout ? layout : null };
    const query = serializeFilters(url.filters).slice(1);
    const wanted: PersonalChange = view
      ? { kind: "update_view", viewId: view.id, name: view.name, change: fields }
      : { kind: "create_view", view: { id: newId, query, ...fields } };
    change.mutate(wanted, {
      onSuccess: (isSaved) => {
        const named = viewName({ id: view?.id ?? newId, name });
        url.setFilters({ view: named }, view ? "replace" : "push");
        props.onDone(isSaved);
      },
    });
  };
  return (
    <form onSubmit={submit} className="flex w-72 max-w-full flex-col gap-2 p-2">
      <label className="flex flex-col gap-1">
        <span className="text-muted">Name</span>
        <input
          ref={field}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={VIEW_NAME_LENGTH}
          required
          autoComplete="off"
          className={`${fieldClass} h-8`}
        />
      </label>
      {canShare && (
        <Check checked={isTeam} onChange={setIsTeam}>
          Share with the team
        </Check>
      )}
      <Check checked={keepsLayout} onChange={setKeepsLayout}>
        Include rows and columns
      </Check>
      <ErrorNotice error={change.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button variant="primary" type="submit" disabled={change.isPending}>
          Save view
        </Button>
      </div>
    </form>
  );
}

function Check(props: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: string;
}) {
  return (
    <label className="flex cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={() => props.onChange(!props.checked)}
        className="size-4"
      />
      {props.children}
    </label>
  );
}
