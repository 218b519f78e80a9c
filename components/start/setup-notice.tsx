import { IntentLink } from "../ui/intent-link.tsx";

/** Says that a project has sample data, and how far its setup is, with a link to the steps. */
export function SetupNotice(props: {
  projectId: string;
  /** What is said of sample data; false without any. */
  sample: string | false;
  /** Null if the setup is done, hidden, or not for this person. */
  progress: { done: number; total: number } | null;
}) {
  const { projectId, sample, progress } = props;
  return (
    <aside aria-label="Setup" data-testid="setup-notice" className="setup-notice">
      {sample}
      {sample && <a href={`/site/${projectId}`}>Open the documentation</a>}
      {progress && (
        <IntentLink href={`/${projectId}/start`}>
          {`Set up Errata: ${progress.done} of ${progress.total} done`}
        </IntentLink>
      )}
    </aside>
  );
}
