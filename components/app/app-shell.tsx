"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { inboxAddress } from "../../lib/filters/view-address.ts";
import { jobCounts } from "../../lib/queries/job-counts.ts";
import { savedViews } from "../../lib/queries/views.ts";
import {
  Bot,
  CircleUser,
  FileText,
  House,
  type Icon,
  Inbox,
  Insights,
  Settings,
  Users,
} from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { CommandKey } from "./command-key.tsx";
import { ConnectionNotice } from "./connection.tsx";
import { useDefaultView } from "./default-view.tsx";
import { SaveStatus } from "./save-status.tsx";
import { usePermission, useSession } from "./session.tsx";
import { SyncIndicator } from "./sync-indicator.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import { useFacets } from "./use-facets.ts";
import { useRefetchWhenSaved } from "./use-refetch-when-saved.ts";
import { useKept } from "./use-unsaved.ts";

// Most servers have one project.
const ProjectSwitcher = lazyPart({
  name: "the list of projects",
  load: () => import("./project-switcher.tsx").then((module) => module.ProjectSwitcher),
});
const ViewLinks = lazyPart({
  name: "your views",
  load: () => import("../views/view-parts.ts").then((module) => module.ViewLinks),
});

/** The layout around every page: project, navigation, sync status, and theme. */
export function AppShell(props: {
  projects: ProjectSummary[];
  projectId: string;
  /** Below the navigation, and below everything on a narrow screen. */
  notice: ReactNode;
  children: ReactNode;
}) {
  const { projects, projectId } = props;
  useRefetchWhenSaved(projectId);
  useKept(projectId);
  const { hiding } = useDefaultView();
  return (
    <div className="app-frame">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="app-header">
        <IntentLink href={inboxAddress(projectId, hiding)} className="wordmark max-sm:sr-only">
          Errata
        </IntentLink>
        {projects.length > 1 ? (
          <ProjectSwitcher projects={projects} projectId={projectId} />
        ) : (
          <p className="untrusted hidden text-muted md:block">{projects[0]?.name}</p>
        )}
        <CommandKey projects={projects} projectId={projectId} />
        <Navigation projectId={projectId} />
        <div className="app-status">
          <UpdateNotice />
          <ConnectionNotice />
          <SaveStatus />
          <SyncIndicator projectId={projectId} />
          <ThemeSwitch />
        </div>
      </header>
      {props.notice}
      <main id="main" className="flex min-h-0 min-w-0 flex-1 flex-col">
        {props.children}
      </main>
    </div>
  );
}

function Navigation({ projectId }: { projectId: string }) {
  const { hiding } = useDefaultView();
  const filters = useMemo(() => ({ ...NO_FILTERS, ...hiding }), [hiding]);
  const { facets } = useFacets(projectId, filters);
  const { data: counts } = useQuery(jobCounts(projectId));
  const { data } = useQuery(savedViews(projectId));
  const viewId = useSearchParams().get("view");
  const path = usePathname();
  // An open view is current instead of the inbox.
  const current = data?.views.some(({ id }) => id === viewId) ? "" : path;
  const { person, hasSignIn, isDemo } = useSession();
  const canManagePeople = usePermission("people");
  const home = `/${projectId}`;
  const places: Place[] = [
    [home, House, "Home", counts?.unread || null, "unread"],
    [
      inboxAddress(projectId, hiding),
      Inbox,
      "Inbox",
      facets && (facets.status.pending ?? 0),
      "pending",
    ],
    [`${home}/pages`, FileText, "Pages"],
    [`${home}/insights?date=last-90-days`, Insights, "Insights"],
    [
      `${home}/jobs`,
      Bot,
      "Agent jobs",
      counts?.needsAttention || null,
      counts?.needsAttention === 1 ? "needs attention" : "need attention",
    ],
    ...(isDemo ? [] : [["/settings", Settings, "Settings"] satisfies Place]),
    ...(canManagePeople ? [["/people", Users, "People"] satisfies Place] : []),
    ...(hasSignIn ? [["/account", CircleUser, person.name] satisfies Place] : []),
  ];
  return (
    <>
      <nav aria-label="Main" className="main-nav">
        {places.map((place) => (
          <NavLink key={place[0]} place={place} home={home} path={current} />
        ))}
      </nav>
      {data?.views[0] && <ViewLinks projectId={projectId} />}
    </>
  );
}

/** Where a link leads, and a count beside it with what it counts. */
type Place = [href: string, icon: Icon, label: string, count?: number | null, counted?: string];

/** @param props.home the project's home page, above all of its pages @param props.path the current page's path */
function NavLink(props: { place: Place; home: string; path: string }) {
  const [href, Icon, label, count, counted] = props.place;
  const { home, path } = props;
  const [page = ""] = href.split("?");
  const isCurrent = page === home ? path === page : path.startsWith(page);
  return (
    <IntentLink
      href={href}
      title={label}
      aria-current={isCurrent ? "page" : undefined}
      className="nav-link"
    >
      <Icon />
      <span>{label}</span>
      {count != null && (
        <span className="ml-auto text-muted tabular-nums">
          {count.toLocaleString("en")}
          <span className="sr-only"> {counted}</span>
        </span>
      )}
    </IntentLink>
  );
}
