"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { Home } from "../../lib/contract/api/home.ts";
import { hidingWithout, serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { openItemsOf } from "../../lib/filters/open-items.ts";
import { inboxAddress } from "../../lib/filters/view-address.ts";
import { home, visitHome } from "../../lib/queries/home.ts";
import { notifications } from "../../lib/queries/notifications.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Comment } from "../feedback/comment.tsx";
import { StatusLabel } from "../feedback/status-label.tsx";
import { JobItem } from "../jobs/list/job-item.tsx";
import { NotificationItems } from "../notifications/notification-items.tsx";
import { useMarkRead } from "../notifications/use-mark-read.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { Reports } from "./reports.tsx";
import { useVisit } from "./use-visit.ts";

/** Most unread notifications here; the others are on their own page. */
const MAX_NOTIFICATIONS = 5;

/**
 * What is new in a project since the person's last visit, and what awaits them.
 * @param props.setup the setup's checklist; null if the setup is done, hidden, or not for this person
 */
export function HomeView(props: { projectId: string; destination: string; setup: ReactNode }) {
  const { projectId, destination, setup } = props;
  const { data, error, refetch } = useQuery(home(projectId));
  const notified = useInfiniteQuery(notifications(projectId)).data?.pages[0];
  const unread = (notified?.notifications ?? []).filter(({ isRead }) => !isRead);
  // Notifications about jobs in the list of jobs would repeat it.
  const listed = new Set(data?.attention.jobs.map(({ id }) => id));
  const others = unread.filter(({ jobId }) => jobId === null || !listed.has(jobId));
  useVisit(projectId, data?.at);
  const { markRead, error: readError } = useMarkRead(projectId);
  const isNew = data && data.newItems.total + data.merged.length > 0;
  return (
    <>
      <Heading projectId={projectId} unreadAt={isNew ? data.at : null} />
      {data && <Summary data={data} />}
      <ErrorNotice error={readError} />
      <LoadError
        error={error}
        outdated={data ? "This page" : null}
        onRetry={() => void refetch()}
      />
      {setup}
      {others.length > 0 && (
        <Section
          title="Unread notifications"
          count={(notified?.unread ?? 0) - (unread.length - others.length)}
          more={{ href: `/${projectId}/notifications`, label: "All notifications" }}
        >
          <NotificationItems
            projectId={projectId}
            notifications={others.slice(0, MAX_NOTIFICATIONS)}
            onRead={markRead}
          />
        </Section>
      )}
      {data && (
        <Sections
          {...{ projectId, destination, data }}
          onOpenJob={(id) => {
            const about = unread.find(({ jobId }) => jobId === id);
            if (about) markRead({ topic: about.topic, upTo: about.id });
          }}
        />
      )}
      {data && !isNew && isQuiet(data) && unread.length === 0 && <Quiet projectId={projectId} />}
      <p className="flex gap-4 text-muted">
        <IntentLink href={`/${projectId}/activity`} className="link hover:text-ink">
          Activity
        </IntentLink>
        <IntentLink href={`/${projectId}/notifications`} className="link hover:text-ink">
          All notifications
        </IntentLink>
      </p>
    </>
  );
}

/** Says that nothing is new; before the first item, also how feedback gets here. */
function Quiet({ projectId }: { projectId: string }) {
  const isEmpty = useQuery(syncStatus(projectId)).data?.items === 0;
  return (
    <EmptyState title={isEmpty ? "No feedback yet" : "You're all caught up"}>
      New feedback, jobs to review, and what is assigned to you will be here.
      <IntentLink
        href={isEmpty ? `/${projectId}/start` : inboxAddress(projectId)}
        className="link mt-3 text-accent"
      >
        {isEmpty ? "Set up Errata" : "Open inbox"}
      </IntentLink>
    </EmptyState>
  );
}

/** @param props.unreadAt when the server read the new items; null if there are none */
function Heading({ projectId, unreadAt }: { projectId: string; unreadAt: number | null }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const catchUp = useMutation({
    mutationFn: (at: number) => visitHome(projectId, { at, caughtUp: true }),
    onSuccess: ({ home: now }) => {
      client.setQueryData(home(projectId).queryKey, now);
      // The pressed button goes away.
      heading.current?.focus();
    },
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="page-title">
          Home
        </h1>
        {unreadAt !== null && (
          <Button
            className="ml-auto"
            disabled={catchUp.isPending}
            onClick={() => catchUp.mutate(unreadAt)}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <ErrorNotice error={catchUp.error} />
    </>
  );
}

/** What happened since the last visit, in one sentence. */
function Summary({ data: { since, newItems, attention, assigned, merged } }: { data: Home }) {
  const areReady = attention.jobs.filter(isReady).length === attention.total;
  const jobs = areReady
    ? `${counted(attention.total, "fix", "fixes")} ready to review`
    : `${counted(attention.total, "job")} to look at`;
  const more = [
    attention.total > 0 && jobs,
    assigned.total > 0 && `${counted(assigned.total, "item")} assigned to you`,
    merged.length > 0 && `${counted(merged.length, "pull request")} merged`,
  ];
  // The section below says the same.
  if (since === null && !more.some(Boolean)) return null;
  const name = since === null ? "pending item" : "new item";
  return (
    <p className="text-base">
      {newItems.isCapped
        ? `${newItems.total.toLocaleString("en")}+ ${name}s`
        : counted(newItems.total, name)}
      {since !== null && (
        <>
          {" "}
          since your last visit <Time at={since} />
        </>
      )}
      {more.map((part) => part && `, ${part}`)}
    </p>
  );
}

function isQuiet({ attention, assigned }: Home): boolean {
  return attention.total + assigned.total === 0;
}

function Sections(props: {
  projectId: string;
  destination: string;
  data: Home;
  onOpenJob: (id: string) => void;
}) {
  const { projectId, data } = props;
  const { newItems, assigned, merged, since } = data;
  const inbox = (address: Parameters<typeof serializeInboxAddress>[0]) =>
    `/${projectId}/feedback${serializeInboxAddress(address)}`;
  const pending = { status: ["pending" as const], ...hidingWithout("") };
  const mine = { ...openItemsOf(), snoozed: false };
  return (
    <>
      <JobsToLookAt {...{ projectId, attention: data.attention }} onOpen={props.onOpenJob} />
      {newItems.themes.length > 0 && (
        <Section
          title="What readers report"
          more={{ href: inbox({ ...pending, grouped: true }), label: "Open in inbox, grouped" }}
        >
          <Reports
            {...{ projectId, destination: props.destination, reports: newItems.themes }}
            areNew={since !== null}
          />
        </Section>
      )}
      {assigned.total > 0 && (
        <Section
          title="Assigned to you"
          count={assigned.total}
          more={{ href: inbox(mine), label: "Open in inbox" }}
        >
          <AssignedItems items={assigned.items} hrefOf={(open) => inbox({ ...mine, open })} />
        </Section>
      )}
      {newItems.total > 0 && (
        <Section
          title={since === null ? "Pending items by page" : "New items by page"}
          count={newItems.total}
          isAtLeast={newItems.isCapped}
          more={{ href: inbox(pending), label: "Open inbox" }}
        >
          <NewItems projectId={projectId} data={data} />
        </Section>
      )}
      {merged.length > 0 && (
        <Section
          title="Recently merged"
          more={{ href: `/${projectId}/jobs`, label: "All agent jobs" }}
        >
          <JobItems jobs={merged} />
        </Section>
      )}
    </>
  );
}

function AssignedItems(props: {
  items: Home["assigned"]["items"];
  hrefOf: (id: string) => string;
}) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {props.items.map((item) => (
        <li key={item.id} className="flex items-baseline gap-3 px-3 py-1.5">
          <span className="w-28 shrink-0">
            <StatusLabel status={item.status} />
          </span>
          <IntentLink
            href={props.hrefOf(item.id)}
            className="min-w-0 flex-1 truncate underline-offset-2 hover:underline"
          >
            <bdi>
              <Comment text={item.comment} source={item.source} singleLine />
            </bdi>
          </IntentLink>
          <span className="untrusted truncate text-muted max-sm:hidden">
            {displayable(item.page)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** New items by page. */
function NewItems({ projectId, data: { newItems, since } }: { projectId: string; data: Home }) {
  const { pages, pageCount } = newItems;
  const counts = ({ items, pending }: { items: number; pending: number }) =>
    since === null
      ? `${pending.toLocaleString("en")} pending`
      : `${pending.toLocaleString("en")} pending, ${items.toLocaleString("en")} new`;
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {pages.map(({ page, ...own }) => (
        <li key={page} className="flex gap-3 px-3 py-1.5">
          <IntentLink
            href={`/${projectId}/feedback${serializeInboxAddress({ status: ["pending"], ...hidingWithout(""), path: page })}`}
            className="untrusted min-w-0 flex-1 truncate underline-offset-2 hover:underline"
          >
            {displayable(page)}
          </IntentLink>
          <span className="text-muted tabular-nums">{counts(own)}</span>
        </li>
      ))}
      {pageCount > pages.length && (
        <li className="px-3 py-1.5 text-muted">
          <IntentLink href={`/${projectId}/pages`} className="underline-offset-2 hover:underline">
            {counted(pageCount - pages.length, "more page")}
          </IntentLink>
        </li>
      )}
    </ul>
  );
}

/** Whether a job's change can be reviewed. */
function isReady({ prState, prNudge }: Home["merged"][number]): boolean {
  return prState === "open" && prNudge === null;
}

/** Jobs whose change can be reviewed, and those that need something else first. */
function JobsToLookAt(props: {
  projectId: string;
  attention: Home["attention"];
  onOpen: (id: string) => void;
}) {
  const { projectId, attention, onOpen } = props;
  const { jobs, total } = attention;
  const lists = [
    { title: "Ready to review", filter: "pull=open", jobs: jobs.filter(isReady) },
    {
      title: "Jobs that need attention",
      filter: "needs=me",
      jobs: jobs.filter((job) => !isReady(job)),
    },
  ];
  return lists.map(
    (list) =>
      list.jobs.length > 0 && (
        <Section
          key={list.title}
          title={list.title}
          count={list.jobs.length}
          isAtLeast={total > jobs.length}
          more={{ href: `/${projectId}/jobs?${list.filter}`, label: "Open in agent jobs" }}
        >
          <JobItems jobs={list.jobs} onOpen={onOpen} />
        </Section>
      ),
  );
}

function JobItems({ jobs, onOpen }: { jobs: Home["merged"]; onOpen?: (id: string) => void }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} onOpen={onOpen && (() => onOpen(job.id))} />
      ))}
    </ul>
  );
}

function Section(props: {
  title: string;
  count?: number;
  /** Whether there are more than `count`. */
  isAtLeast?: boolean;
  more: { href: string; label: string };
  children: ReactNode;
}) {
  const { title, count, more } = props;
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <h2 className="font-semibold">{title}</h2>
        {count !== undefined && (
          <span className="text-muted tabular-nums">
            {count.toLocaleString("en")}
            {props.isAtLeast && "+"}
          </span>
        )}
        <IntentLink href={more.href} className="link ml-auto text-muted hover:text-ink">
          {more.label}
        </IntentLink>
      </div>
      {props.children}
    </section>
  );
}
