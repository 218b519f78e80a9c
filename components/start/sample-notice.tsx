import { IntentLink } from "../ui/intent-link.tsx";

/** Says that a project has sample data, and leads to ways to get one's own. */
export function SampleNotice({ projectId }: { projectId: string }) {
  const way = (name: string) => `/${projectId}/start/${name}`;
  return (
    <aside aria-label="Sample data" data-testid="sample-notice" className="sample-notice">
      This is sample data.
      <a href={`/site/${projectId}`}>Open the documentation</a>
      <IntentLink href={way("widget")}>Add the widget to your site</IntentLink>
      <IntentLink href={way("platform")}>Connect a hosted platform</IntentLink>
      <IntentLink href={way("import")}>Import a file</IntentLink>
      <IntentLink href={way("documentation")}>Connect your documentation</IntentLink>
      <IntentLink href={way("remove")}>Remove sample data</IntentLink>
    </aside>
  );
}
