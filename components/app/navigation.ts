import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { inboxAddress } from "../../lib/filters/view-address.ts";
import { jobCounts } from "../../lib/queries/job-counts.ts";
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
import { useDefaultView } from "./default-view.tsx";
import { usePermission, useSession } from "./session.tsx";
import { useFacets } from "./use-facets.ts";

/** Where a link leads, and a count beside it with what it counts. */
export type NavigationItem = [
  href: string,
  icon: Icon,
  label: string,
  count?: number | null,
  counted?: string,
];

/** Whether a narrow screen has room for an item: Home, Inbox, Pages, and jobs. The others are behind "More". */
export const isInBar = (index: number) => index < 4;

/** The screens that a person can open. */
export function useNavigation(projectId: string): NavigationItem[] {
  const { hiding } = useDefaultView();
  const filters = useMemo(() => ({ ...NO_FILTERS, ...hiding }), [hiding]);
  const { facets } = useFacets(projectId, filters);
  const { data: counts } = useQuery(jobCounts(projectId));
  const { person, hasSignIn } = useSession();
  const canManagePeople = usePermission("people");
  const home = `/${projectId}`;
  return [
    [home, House, "Home", counts?.unread || null, "unread"],
    [
      inboxAddress(projectId, hiding),
      Inbox,
      "Inbox",
      facets && (facets.status.pending ?? 0),
      "pending",
    ],
    [`${home}/pages`, FileText, "Pages"],
    [
      `${home}/jobs`,
      Bot,
      "Agent jobs",
      counts?.needsAttention || null,
      counts?.needsAttention === 1 ? "needs attention" : "need attention",
    ],
    [`${home}/insights?date=last-90-days`, Insights, "Insights"],
    ["/settings", Settings, "Settings"],
    ...(canManagePeople ? [["/people", Users, "People"] satisfies NavigationItem] : []),
    ...(hasSignIn ? [["/account", CircleUser, person.name] satisfies NavigationItem] : []),
  ];
}
