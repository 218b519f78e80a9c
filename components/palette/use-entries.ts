"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { viewAddress } from "../../lib/filters/view-address.ts";
import { paletteJobs, paletteSearch } from "../../lib/queries/palette.ts";
import { teammates } from "../../lib/queries/teammates.ts";
import { savedViews } from "../../lib/queries/views.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { useSession } from "../app/session.tsx";
import { type Entry, GROUPS, matching, scoreOf } from "./entry.ts";
import { recentIds } from "./recent-entries.ts";
import { useCommands } from "./use-commands.ts";

/** Milliseconds of no typing before the server is asked. */
const SEARCH_DELAY_MS = 120;
/** Characters before the server is asked. */
const MIN_LENGTH = 2;
/** Entries of one group while something is typed. */
const MAX_ENTRIES_PER_GROUP = 6;

/** What the palette lists for typed text: recent entries first without any. */
export function useEntries(projects: ProjectSummary[], projectId: string, typed: string) {
  const commands = useCommands(projects, projectId);
  const known = useKnown(projectId);
  const { found, isLoading, error } = useFound(projectId, typed);
  const { person } = useSession();
  const [recent] = useState(() => recentIds(person.id, projectId));
  if (typed === "") {
    const all = [...commands, ...known];
    const first = recent.flatMap(
      (id) => all.find((entry) => entry.id === id) ?? pageFromId(projectId, id) ?? [],
    );
    const views = known.filter(({ group }) => group === "Views");
    const others = [...commands, ...views].filter(({ id }) => !recent.includes(id));
    const entries = [...first.map((entry) => ({ ...entry, group: "Recent" as const })), ...others];
    return { entries, isLoading: false, error: null };
  }
  const matches = matching([...commands, ...known], typed);
  const search: Entry = {
    id: "command:search",
    group: "Items",
    name: `Search feedback for “${typed}”`,
    open: `/${projectId}/feedback${serializeInboxAddress({ q: typed })}`,
  };
  const entries = GROUPS.flatMap((group) => [
    ...matches.filter((entry) => entry.group === group).slice(0, MAX_ENTRIES_PER_GROUP),
    ...found.filter((entry) => entry.group === group),
  ]);
  return { entries: [...entries, search], isLoading, error };
}

/** Views, people, and the latest jobs, which are few. */
function useKnown(projectId: string): Entry[] {
  const { hasSignIn } = useSession();
  const { data: saved } = useQuery(savedViews(projectId));
  const { data: jobs } = useQuery(paletteJobs(projectId));
  const { data: people } = useQuery({ ...teammates, enabled: hasSignIn });
  return [
    ...(saved?.views ?? []).map(
      (view): Entry => ({
        id: `view:${view.id}`,
        group: "Views",
        name: view.name,
        hint: view.isTeam ? "Team" : undefined,
        open: viewAddress(projectId, view),
      }),
    ),
    ...(people?.teammates ?? [])
      .filter(({ isActive }) => isActive)
      .map(
        ({ id, name }): Entry => ({
          id: `person:${id}`,
          group: "People",
          name,
          hint: "Assigned items",
          open: `/${projectId}/feedback${serializeInboxAddress({ assignee: id })}`,
        }),
      ),
    ...(jobs?.jobs ?? []).map(
      ({ id, title }): Entry => ({
        id: `job:${id}`,
        group: "Jobs",
        name: displayable(title),
        open: `/${projectId}/jobs/${id}`,
      }),
    ),
  ];
}

/** Documentation pages and items, which the server finds. */
function useFound(projectId: string, typed: string) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isLong = typed.trim().length >= MIN_LENGTH;
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...paletteSearch(projectId, asked),
    enabled: asked.length >= MIN_LENGTH,
  });
  const found: Entry[] =
    isLong && data
      ? [
          ...data.pages.map(({ page, total }) => pageEntry(projectId, page, total)),
          ...data.feedback.map(
            ({ id, comment, page }): Entry => ({
              id: `item:${id}`,
              group: "Items",
              name: displayable(comment || "No comment"),
              hint: displayable(page),
              open: `/${projectId}/feedback${serializeInboxAddress({ open: id })}`,
            }),
          ),
        ]
      : [];
  const isCurrent = asked === typed.trim() && !isPlaceholderData;
  return {
    // Enter opens the first entry, so results of an earlier text must match the new text as well.
    found: isCurrent ? found : found.filter((entry) => scoreOf(entry, typed) > 0),
    isLoading: isLong && (isFetching || asked !== typed.trim()),
    error,
  };
}

function pageEntry(projectId: string, page: string, total?: number): Entry {
  const hint = total === undefined ? undefined : counted(total, "item");
  return {
    id: `page:${page}`,
    group: "Pages",
    name: displayable(page),
    hint,
    open: `/${projectId}/feedback${serializeInboxAddress({ path: page })}`,
  };
}

/** Builds the entry of a page from its ID, which is the path. */
function pageFromId(projectId: string, id: string): Entry | null {
  return id.startsWith("page:") ? pageEntry(projectId, id.slice("page:".length)) : null;
}
