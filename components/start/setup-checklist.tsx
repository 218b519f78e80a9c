"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Setup } from "../../lib/contract/api/setup.ts";
import { setSetupHidden, setup } from "../../lib/queries/setup.ts";
import { Permitted } from "../app/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { CircleCheck } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { SETUP_STEPS } from "./setup-steps.ts";

/**
 * The steps of the setup, each with its state and a link to its guide.
 * @param props.isPartOfPage whether the page has other content: the checklist then has a heading, and disappears
 * when it is hidden
 */
export function SetupChecklist(props: { projectId: string; isPartOfPage?: boolean }) {
  const { projectId, isPartOfPage } = props;
  const { data, error } = useQuery(setup(projectId));
  if (!data) return <ErrorNotice error={error} />;
  if (isPartOfPage && data.isHidden) return null;
  const next = data.steps.find(({ isDone }) => !isDone)?.name;
  return (
    <section aria-label="Setup" data-testid="setup" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {isPartOfPage && <h2 className="font-semibold">Set up Errata</h2>}
        <p className="mr-auto text-muted" role="status">
          {doneText(data)}
        </p>
        {next && <HideSetup projectId={projectId} isHidden={data.isHidden} />}
      </div>
      <ol className="divide-y divide-line rounded-md border border-line">
        {data.steps.map(({ name, isDone }) => (
          <Step
            key={name}
            projectId={projectId}
            name={name}
            isDone={isDone}
            isNext={name === next}
          />
        ))}
      </ol>
    </section>
  );
}

/** Says how far the setup is, as "2 of 5 steps done". */
export function doneText({ steps }: Pick<Setup, "steps">): string {
  const done = steps.filter(({ isDone }) => isDone).length;
  return done === steps.length ? "All steps are done" : `${done} of ${steps.length} steps done`;
}

function Step(props: {
  projectId: string;
  name: Setup["steps"][number]["name"];
  isDone: boolean;
  isNext: boolean;
}) {
  const { isDone, isNext } = props;
  const { title, text, way } = SETUP_STEPS[props.name];
  return (
    // Its icon is beside the first line, so that it stays there while the second one is being read.
    <li className="flex items-start gap-3 px-3 py-2" aria-current={isNext ? "step" : undefined}>
      {isDone ? (
        <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" label="Done" />
      ) : (
        <span
          role="img"
          title="Not done"
          className="icon icon-circle mt-0.5 size-4 shrink-0 text-muted"
        />
      )}
      <span className="min-w-0 flex-1">
        <IntentLink
          href={`/${props.projectId}/start/${way}`}
          className={`link ${isNext ? "font-medium text-accent" : ""}`}
        >
          {title}
        </IntentLink>
        {!isDone && <span className="block text-muted text-xs">{text}</span>}
      </span>
    </li>
  );
}

function HideSetup({ projectId, isHidden }: { projectId: string; isHidden: boolean }) {
  const client = useQueryClient();
  const hide = useMutation({
    mutationFn: () => setSetupHidden(projectId, !isHidden),
    onSuccess: (updated) => client.setQueryData(setup(projectId).queryKey, updated),
  });
  return (
    <Permitted to="settings">
      <ErrorNotice error={hide.error} />
      <Button disabled={hide.isPending} onClick={() => hide.mutate()}>
        {isHidden ? "Show checklist" : "Hide checklist"}
      </Button>
    </Permitted>
  );
}
