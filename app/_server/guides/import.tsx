import { ItemCount } from "../../../components/start/item-count.tsx";
import { ImportList } from "../../../components/start/lazy-imports.tsx";
import { Lines } from "../../../components/start/lines.tsx";
import { Upload } from "../../../components/start/upload/upload.tsx";
import { may } from "../../../lib/contract/api/permissions.ts";
import { type GuideProps, Step } from "./guide.tsx";

export function ImportGuide({ services, projectId }: GuideProps) {
  if (!services.isBuiltIn) return <p>Imports aren't available with a hosted platform.</p>;
  const mayImport = may(services.person.role, "import");
  return (
    <>
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold text-sm">Upload a file from another tool</h2>
        {mayImport ? (
          <Upload projectId={projectId} />
        ) : (
          <p>Ask an admin for this. Only admins can import files.</p>
        )}
      </section>
      <h2 className="font-semibold text-sm">Or import a large file with a command</h2>
      <Step number={1} title="Prepare a file">
        <p>
          JSON, NDJSON, or CSV with a header row; gzip files work, too. Each item needs an ID, a
          page, and a source. For the fields, see docs/import.md.
        </p>
      </Step>
      <Step number={2} title="Run this in Errata's folder">
        <Lines text={`npm run import -- feedback.csv --project ${projectId}`} />
        <p>Importing the same file twice changes nothing.</p>
      </Step>
      <Step number={3} title="Watch the items arrive">
        <ItemCount projectId={projectId} />
      </Step>
      {mayImport && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold text-sm">Imports</h2>
          <ImportList projectId={projectId} />
        </section>
      )}
    </>
  );
}
