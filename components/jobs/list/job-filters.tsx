"use client";

import type { ReactNode } from "react";
import type { JobCounts } from "../../../lib/contract/api/jobs.ts";
import type { JobListFilter } from "../../../lib/queries/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useSession } from "../../app/session.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { PathText } from "../../ui/path-text.tsx";

const VIEWS: { name: string; filter: JobListFilter }[] = [
  { name: "Current", filter: {} },
  { name: "Needs attention", filter: { needs: "me" } },
  { name: "Ready to review", filter: { pull: "open" } },
  { name: "Running", filter: { status: "active,queued,sending" } },
  { name: "Completed", filter: { status: "completed" } },
  { name: "Merged", filter: { pull: "merged" } },
  { name: "Failed", filter: { status: "failed,rejected,unconfirmed" } },
  { name: "Archived", filter: { status: "archived" } },
];

const CHOICE =
  "inline-flex shrink-0 items-center gap-1 rounded-md border border-line px-2 py-1 text-muted hover:bg-raised hover:text-ink aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-ink";

/** Links to filtered views of the jobs, so that each has an address to share. */
export function JobFilters(props: {
  projectId: string;
  filter: JobListFilter;
  counts: JobCounts | undefined;
}) {
  const { projectId, filter, counts } = props;
  const { page, person, batch, ...chosen } = filter;
  const about = { ...(page && { page }), ...(batch && { batch }) };
  const by = person ? { person } : {};
  const needsAttention = counts?.needsAttention ?? 0;
  const people = counts?.people ?? [];
  return (
    <nav
      aria-label="Job filters"
      className="flex gap-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap"
    >
      {VIEWS.map((view) => (
        <IntentLink
          key={view.name}
          href={address(projectId, { ...view.filter, ...about, ...by })}
          aria-current={query(view.filter) === query(chosen) ? "true" : undefined}
          className={CHOICE}
        >
          {view.name}
          {view.filter.needs && needsAttention > 0 && (
            <span className="tabular-nums">{needsAttention}</span>
          )}
        </IntentLink>
      ))}
      <Creators {...{ projectId, person, people }} filter={{ ...chosen, ...about }} />
      {page && (
        <Removable href={address(projectId, { ...chosen, ...by, ...(batch && { batch }) })}>
          Page:{" "}
          <bdi className="untrusted min-w-0">
            <PathText path={page} />
          </bdi>
        </Removable>
      )}
      {batch && (
        <Removable href={address(projectId, { ...chosen, ...by, ...(page && { page }) })}>
          Created together
        </Removable>
      )}
    </nav>
  );
}

/** Links to the jobs by creator, unless the person who looks created all of them. */
function Creators(props: {
  projectId: string;
  person: string | undefined;
  people: JobCounts["people"];
  /** The other filters that are on. */
  filter: JobListFilter;
}) {
  const { projectId, person, people, filter } = props;
  const { person: me } = useSession();
  if (person === undefined && people.every(({ id }) => id === me.id)) return null;
  return people.map(({ id, name }) => (
    <IntentLink
      key={id}
      href={address(projectId, { ...filter, ...(id === person ? {} : { person: id }) })}
      aria-current={id === person ? "true" : undefined}
      className={CHOICE}
    >
      <span className="sr-only">Created by </span>
      <bdi>{displayable(name)}</bdi>
      {id === person && <span aria-hidden>✕</span>}
    </IntentLink>
  ));
}

/** A filter that is on, as a link without it. */
function Removable(props: { href: string; children: ReactNode }) {
  return (
    <IntentLink
      href={props.href}
      className="inline-flex items-center gap-1 rounded-md border border-accent bg-accent-soft px-2 py-1"
    >
      {props.children} <span aria-hidden>✕</span>
      <span className="sr-only">, remove this filter</span>
    </IntentLink>
  );
}

function query(filter: JobListFilter): string {
  return new URLSearchParams({ ...filter }).toString();
}

function address(projectId: string, filter: JobListFilter): string {
  const chosen = query(filter);
  return `/${projectId}/jobs${chosen && `?${chosen}`}`;
}
