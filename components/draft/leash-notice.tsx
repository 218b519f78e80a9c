"use client";

import { useQuery } from "@tanstack/react-query";
import { agentLeash } from "../../lib/queries/job-actions.ts";
import { displayable } from "../../lib/text/displayable.ts";

/**
 * Says before a job is created what its agent may change. Not shown with a hosted platform, whose
 * limits aren't known.
 */
export function LeashNotice({ projectId }: { projectId: string }) {
  const { data } = useQuery(agentLeash(projectId));
  if (!data?.text) return null;
  return (
    <p data-testid="leash" className="untrusted text-muted">
      {displayable(data.text)}
    </p>
  );
}
