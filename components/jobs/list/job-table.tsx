import { isDeletedOnPlatform } from "../../../lib/contract/api/job-states.ts";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time } from "../../app/time.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { JobResult } from "../job-result.tsx";
import { NUDGE_TEXT } from "../nudge-text.ts";
import { usageText } from "../usage-text.ts";

const CHECKBOX = "mt-0.5 size-4";

/** The selected jobs. */
export interface ChosenJobs {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

/**
 * Jobs with their pages, state, people, cost, and age. A phone shows the job and its state.
 * @param props.chosen null for people who can only read
 */
export function JobTable({ jobs, chosen }: { jobs: readonly Job[]; chosen: ChosenJobs | null }) {
  const hasCost = jobs.some(({ usage }) => usage !== null);
  return (
    <table className="w-full table-fixed border-collapse rounded-md border border-line text-left">
      <thead className="border-line border-b bg-raised text-muted">
        <tr className="[&>th]:px-3 [&>th]:py-1.5 [&>th]:font-normal">
          {chosen && (
            <th scope="col" className="w-10">
              <ChooseAll jobs={jobs} chosen={chosen} />
            </th>
          )}
          <th scope="col">Job</th>
          <th scope="col" className="w-36 max-sm:w-28">
            State
          </th>
          <th scope="col" className="w-16 text-right max-md:hidden">
            Items
          </th>
          <th scope="col" className="w-32 max-md:hidden">
            Created by
          </th>
          {hasCost && (
            <th scope="col" className="w-28 text-right max-md:hidden">
              Cost
            </th>
          )}
          <th scope="col" className="w-20 text-right max-sm:hidden">
            Age
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} hasCost={hasCost} chosen={chosen} />
        ))}
      </tbody>
    </table>
  );
}

function ChooseAll({ jobs, chosen }: { jobs: readonly Job[]; chosen: ChosenJobs }) {
  const isAll = jobs.every(({ id }) => chosen.ids.has(id));
  const isSome = jobs.some(({ id }) => chosen.ids.has(id));
  return (
    <input
      type="checkbox"
      aria-label="Select all jobs shown"
      className={CHECKBOX}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = !isAll && isSome;
      }}
      onChange={() => chosen.onChange(new Set(isAll ? [] : jobs.map(({ id }) => id)))}
    />
  );
}

function JobRow(props: { job: Job; hasCost: boolean; chosen: ChosenJobs | null }) {
  const { job, hasCost, chosen } = props;
  return (
    <tr className="align-top hover:bg-raised [&>td]:px-3 [&>td]:py-2">
      {chosen && (
        <td>
          <input
            type="checkbox"
            aria-label={`Select ${displayable(job.title)}`}
            className={CHECKBOX}
            checked={chosen.ids.has(job.id)}
            onChange={() => chosen.onChange(chosen.ids.symmetricDifference(new Set([job.id])))}
          />
        </td>
      )}
      <td>
        <IntentLink
          href={`/${job.projectId}/jobs/${job.id}`}
          className="untrusted line-clamp-2 font-medium underline-offset-2 hover:underline"
        >
          <PathText path={job.title} />
        </IntentLink>
        {job.batchId && (
          <IntentLink
            href={`/${job.projectId}/jobs?batch=${job.batchId}`}
            className="link text-muted"
          >
            Batch
          </IntentLink>
        )}
        {job.prNudge && (
          <p className="text-muted" data-testid="pull-nudge">
            {NUDGE_TEXT[job.prNudge]}
          </p>
        )}
      </td>
      <td>
        <JobResult job={job} deleted={isDeletedOnPlatform(job)} />
      </td>
      <td className="text-right text-muted tabular-nums max-md:hidden">{job.feedbackCount}</td>
      <td className="untrusted truncate text-muted max-md:hidden">
        {job.by && displayable(job.by.name)}
      </td>
      {hasCost && (
        <td className="text-right text-muted tabular-nums max-md:hidden">
          {job.usage && usageText(job.usage)}
        </td>
      )}
      <td className="text-right text-muted max-sm:hidden">
        <Time at={job.createdAt} compact />
      </td>
    </tr>
  );
}
