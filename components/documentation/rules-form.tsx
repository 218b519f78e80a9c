"use client";

import { type FormEvent, type ReactNode, useRef } from "react";
import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";
import { SettingsFields } from "../settings/settings-fields.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageInField, RepositoryFields, SiteAddressField } from "./rule-fields.tsx";
import { problemOf } from "./rules-draft.ts";
import { TriedResult, triedSentence } from "./tried-result.tsx";
import { useRules } from "./use-rules.ts";

/** What the team says about its documentation, with a way to try that on the project's feedback before it is saved. */
export function RulesForm(props: {
  projectId: string;
  hasRepository: boolean;
  /** By the rules that are saved; null while it isn't known. */
  check: DocsCheck | null;
  /** The result of that check. */
  children: ReactNode;
}) {
  const { projectId, hasRepository, check } = props;
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, discard, isChanged, isLoaded, error, save, tried, state } =
    useRules(projectId);
  const problem = problemOf(draft);
  const attempt = (action: () => void) => {
    if (form.current?.reportValidity() && problem === null) action();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt(() => save.mutate());
  };
  const isBusy = save.isPending || tried.isPending;
  const fields = { draft, onChange: change, sites: check?.sites ?? null };
  // A lost connection makes loading fail as well; one message is enough.
  const loadError = save.error ? null : error;
  return (
    <SettingsFields legend="Documentation" isLoaded={isLoaded} error={loadError}>
      <form ref={form} onSubmit={submit} className="flex flex-col gap-5">
        <SiteAddressField draft={draft} onChange={change} />
        {hasRepository && <RepositoryFields {...fields} />}
        <PageInField {...fields} />
        {isChanged && problem !== null && <Notice tone="warn">{problem}</Notice>}
        <div className="flex flex-wrap items-center gap-2">
          {hasRepository && (
            <Button
              disabled={!isChanged || isBusy || problem !== null}
              onClick={() => attempt(() => tried.mutate())}
            >
              Try these rules
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            disabled={!isChanged || isBusy || problem !== null}
          >
            Save changes
          </Button>
          {isChanged && (
            <Button variant="quiet" disabled={isBusy} onClick={discard}>
              Discard changes
            </Button>
          )}
        </div>
        <ErrorNotice error={save.error}> Your change wasn't saved.</ErrorNotice>
      </form>
      <div className="flex min-h-24 flex-col gap-2">
        <p role="status" className="empty:hidden">
          {tried.data && check ? triedSentence(check, tried.data) : state}
        </p>
        <ErrorNotice error={tried.error} />
        {tried.data && check ? (
          <TriedResult projectId={projectId} saved={check} tried={tried.data} />
        ) : (
          props.children
        )}
      </div>
    </SettingsFields>
  );
}
