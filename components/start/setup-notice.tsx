import { IntentLink } from "../ui/intent-link.tsx";

/** Says that a project has sample data, and leads to the setup, or else to the sample's documentation. */
export function SetupNotice(props: {
  projectId: string;
  /** What is said of sample data; false without any. */
  sample: string | false;
  /** Null if the setup is done, hidden, or not for this person. */
  progress: { done: number; total: number } | null;
}) {
  const { projectId, sample, progress } = props;
  return (
    <aside aria-label="Setup" className="setup-notice">
      {sample}
      {progress ? (
        <IntentLink href={`/${projectId}/start`}>
          {`Set up Errata: ${progress.done} of ${progress.total} done`}
        </IntentLink>
      ) : (
        <a href={`/site/${projectId}`}>Open the documentation</a>
      )}
    </aside>
  );
}
