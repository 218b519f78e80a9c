import { RemoveSample } from "../../../components/start/remove-sample.tsx";
import { may } from "../../../lib/contract/api/permissions.ts";
import type { GuideProps } from "./guide.tsx";

export async function RemovalGuide({ services, projectId }: GuideProps) {
  const items = await services.sample.count(projectId);
  if (items === 0) return <p>This project has no sample data.</p>;
  return (
    <>
      <p>
        This deletes the sample's {items.toLocaleString("en")} {items === 1 ? "item" : "items"} and
        their history. You can't undo this. Feedback that you collected or imported stays, and so do
        agent jobs and the sample's documentation.
      </p>
      {may(services.person.role, "delete") ? (
        <RemoveSample projectId={projectId} items={items} />
      ) : (
        <p>Ask an admin to remove the sample data.</p>
      )}
    </>
  );
}
