"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { projectHistory } from "../../lib/queries/history.ts";
import { useTeammates } from "../app/use-teammates.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { fieldClass } from "../ui/field.ts";
import { LoadError } from "../ui/load-error.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { ActivityItem } from "./activity-item.tsx";
import { useUndo } from "./use-undo.ts";

/** Every change that people and the platform made to items of a project, newest first. The URL holds the person. */
export function ActivityView({ projectId }: { projectId: string }) {
  const person = useSearchParams().get("person") || null;
  const query = useInfiniteQuery(projectHistory(projectId, person));
  const undo = useUndo();
  const events = query.data?.pages.flatMap((part) => part.events);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="page-title">Activity</h1>
        <PersonFilter person={person} />
      </div>
      <LoadError
        error={query.error}
        outdated={events ? "The list" : null}
        onRetry={() => void query.refetch()}
      />
      {events?.length === 0 && (
        <EmptyState title={person === null ? "No activity yet" : "No activity by this person"}>
          Changes that people make to items will be here.
        </EmptyState>
      )}
      {events && events.length > 0 && (
        <ol
          aria-busy={query.isPlaceholderData}
          className={`divide-y divide-line rounded-md border border-line ${query.isPlaceholderData ? "opacity-60" : ""}`}
        >
          {events.map((event) => (
            <ActivityItem key={event.id} {...{ projectId, event, undo }} />
          ))}
        </ol>
      )}
      <ShowMore list={query} />
    </>
  );
}

function PersonFilter({ person }: { person: string | null }) {
  const names = (useTeammates() ?? []).map(({ name }) => name);
  if (names.length === 0 && person === null) return null;
  const all = person === null || names.includes(person) ? names : [person, ...names];
  return (
    <select
      aria-label="Person"
      value={person ?? ""}
      onChange={({ target: { value } }) => {
        const search = value === "" ? "" : `?${new URLSearchParams({ person: value })}`;
        window.history.pushState(null, "", `${location.pathname}${search}`);
      }}
      className={fieldClass}
    >
      <option value="">Everyone</option>
      {[...new Set(all)].map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
