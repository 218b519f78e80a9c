"use client";

import { useQuery } from "@tanstack/react-query";
import { viewAddress } from "../../lib/filters/view-address.ts";
import { savedViews } from "../../lib/queries/views.ts";
import { Clock } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { isInBar, useNavigation } from "./navigation.ts";

const LINK = "nav-link py-3 text-base text-ink";

/** Links to the screens and saved views that the bar of a narrow screen has no room for. */
export function MoreNavigation({ projectId }: { projectId: string }) {
  const items = useNavigation(projectId).filter((_, index) => !isInBar(index));
  const { data } = useQuery(savedViews(projectId));
  return (
    <>
      <ul>
        {items.map(([href, Icon, label]) => (
          <li key={href}>
            <IntentLink href={href} className={LINK}>
              <Icon size={18} />
              {label}
            </IntentLink>
          </li>
        ))}
        <li>
          <IntentLink href={`/${projectId}/activity`} className={LINK}>
            <Clock size={18} />
            Activity
          </IntentLink>
        </li>
      </ul>
      {data?.views[0] && (
        <section>
          <h2 className="px-2 font-medium text-muted">Views</h2>
          <ul>
            {data.views.map((view) => (
              <li key={view.id}>
                <IntentLink href={viewAddress(projectId, view)} className={LINK}>
                  <span className="untrusted line-clamp-1">{view.name}</span>
                  <span className="ml-auto text-muted tabular-nums">
                    {view.count?.toLocaleString("en")}
                  </span>
                </IntentLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
