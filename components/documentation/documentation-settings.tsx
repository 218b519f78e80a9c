"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { docsCheck } from "../../lib/queries/docs-check.ts";
import { LoadError } from "../ui/load-error.tsx";
import { CheckResult } from "./check-result.tsx";
import { FoundSites } from "./found-sites.tsx";
import { RulesForm } from "./rules-form.tsx";

/**
 * The settings that lead a project's addresses to files of its documentation repository: the detected sites, the
 * team's rules, and whether the pages in its feedback have files.
 */
export function DocumentationSettings(props: {
  projectId: string;
  /** A hosted platform has no repository. */
  hasRepository: boolean;
}) {
  const { projectId, hasRepository } = props;
  const { data, error, refetch, isFetching } = useQuery({
    ...docsCheck(projectId),
    enabled: hasRepository,
  });
  const check = data ?? null;
  return (
    <div className="flex flex-col gap-5" data-testid="documentation">
      {hasRepository ? (
        <Repository check={check} error={error} onRetry={() => void refetch()} />
      ) : (
        <p>
          The hosted platform manages the documentation repository, so Errata can't check which
          pages have a file.
        </p>
      )}
      <RulesForm {...props} check={check}>
        {check && (
          <CheckResult
            projectId={projectId}
            check={check}
            isChecking={isFetching}
            onCheck={() => void refetch()}
          />
        )}
      </RulesForm>
    </div>
  );
}

/** Lists the sites that were found in the repository. While they load, it is as high as with one site. */
function Repository(props: { check: DocsCheck | null; error: Error | null; onRetry: () => void }) {
  const { check, error, onRetry } = props;
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-h-22 flex-col max-sm:min-h-32 gap-2">
      <p id={id} className="font-medium">
        Found in the repository
      </p>
      <LoadError error={error} outdated={check && "This check"} onRetry={onRetry} />
      {check && <FoundSites sites={check.sites} />}
      {!check && !error && <p className="text-muted">Reading the repository…</p>}
    </section>
  );
}
