"use client";

import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { inboxAddress } from "../../lib/filters/view-address.ts";
import { IntentLink } from "../ui/intent-link.tsx";

/** The other projects. */
export function ProjectSwitcher({
  projects,
  projectId,
}: {
  projects: ProjectSummary[];
  projectId: string;
}) {
  const current = projects.find((project) => project.id === projectId);
  const others = projects.filter((project) => project.id !== projectId);
  return (
    <details className="relative max-md:max-w-24">
      <summary className="untrusted truncate rounded-md px-1 text-muted hover:text-ink">
        {current?.name}
      </summary>
      <ul className="absolute z-30 mt-1 max-h-[calc(100dvh-5rem)] min-w-44 max-w-[calc(100vw-6rem)] overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lg">
        {others.map((project) => (
          <li key={project.id}>
            <IntentLink
              href={inboxAddress(project.id)}
              className="untrusted block rounded px-2 py-1 hover:bg-sunken"
            >
              {project.name}
            </IntentLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
