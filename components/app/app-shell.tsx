"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { inboxAddress, viewNamed } from "../../lib/filters/view-address.ts";
import { savedViews } from "../../lib/queries/views.ts";
import { focusListRow } from "../inbox/list/focus-list-row.ts";
import { Ellipsis } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { CommandKey } from "./command-key.tsx";
import { ConnectionNotice } from "./connection.tsx";
import { useDefaultView } from "./default-view.tsx";
import { isInBar, type NavigationItem, useNavigation } from "./navigation.ts";
import { SaveStatus } from "./save-status.tsx";
import { SyncIndicator } from "./sync-indicator.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { UpdateNotice } from "./update-notice.tsx";
import { useRefetchWhenSaved } from "./use-refetch-when-saved.ts";
import { useUnsentOutboxes } from "./use-unsaved.ts";

// Loaded on demand, because most servers have one project.
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
  /** Shown below the navigation, or at the end of the page on a narrow screen. */
  notice: ReactNode;
  children: ReactNode;
}) {
  const { projects, projectId } = props;
  useRefetchWhenSaved(projectId);
  useUnsentOutboxes(projectId);
  const { hiding } = useDefaultView();
  return (
    <div className="app-frame">
      {/* biome-ignore lint/a11y/useValidAnchor: without a list, it leads to its address. */}
      <a
        href="#main"
        className="skip-link"
        onClick={(event) => focusListRow() && event.preventDefault()}
      >
        Skip to content
      </a>
      <header className="app-header">
        <IntentLink href={inboxAddress(projectId, hiding)} className="wordmark">
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
  const items = useNavigation(projectId);
  const { data } = useQuery(savedViews(projectId));
  const named = useSearchParams().get("view");
  const path = usePathname();
  // An open view is current instead of the inbox.
  const current = data && viewNamed(data.views, named) ? "" : path;
  const home = `/${projectId}`;
  return (
    <>
      <nav aria-label="Main" className="main-nav">
        {items.map((item, index) => (
          <NavLink
            key={item[0]}
            item={item}
            home={home}
            path={current}
            className={isInBar(index) ? "nav-link" : "nav-link nav-rest"}
          />
        ))}
        <NavLink
          item={[`${home}/more`, Ellipsis, "More"]}
          home={home}
          path={current}
          className="nav-link nav-more"
        />
      </nav>
      {data?.views[0] && <ViewLinks projectId={projectId} />}
    </>
  );
}

/** @param props.home the project's home page, above all of its pages @param props.path the current page's path */
function NavLink(props: { item: NavigationItem; home: string; path: string; className: string }) {
  const [href, Icon, label, count, counted] = props.item;
  const { home, path, className } = props;
  const [page = ""] = href.split("?");
  const isCurrent = page === home ? path === page : path.startsWith(page);
  return (
    <IntentLink
      href={href}
      title={label}
      aria-current={isCurrent ? "page" : undefined}
      className={className}
    >
      <Icon />
      <span>{label}</span>
      {count != null && (
        <span className="ml-auto text-muted tabular-nums">
          {count.toLocaleString("en")}
          <span className="sr-only">{` ${counted}`}</span>
        </span>
      )}
    </IntentLink>
  );
}
