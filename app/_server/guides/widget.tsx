import { QueryClient } from "@tanstack/react-query";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { CollectKeys } from "../../../components/settings/collect-keys.tsx";
import { FirstItem } from "../../../components/start/first-item.tsx";
import { WidgetRecipes } from "../../../components/start/widget-recipes.tsx";
import { may } from "../../../lib/contract/api/permissions.ts";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { preloadCollectKeys } from "../preload-settings.ts";
import { type GuideProps, Step } from "./guide.tsx";

export async function WidgetGuide({ services, projectId }: GuideProps) {
  const { publicUrl, isBuiltIn, person } = services;
  if (!isBuiltIn)
    return <p>The hosted platform collects feedback itself, so you don't need the widget.</p>;
  if (!may(person.role, "keys")) {
    return (
      <p>Ask an admin for this. The widget needs a public key, which only admins can create.</p>
    );
  }
  const client = new QueryClient();
  await preloadCollectKeys(client, services, projectId);
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <Step number={1} title="Create a public key for your site">
        <CollectKeys projectId={projectId} publicUrl={publicUrl} />
      </Step>
      <Step number={2} title="Paste this into your site">
        <WidgetRecipes projectId={projectId} publicUrl={publicUrl} />
      </Step>
      <Step number={3} title="Leave feedback on your site">
        <FirstItem projectId={projectId} publicUrl={publicUrl} />
        <p className="text-muted">
          For the widget's options and the site generators it was tested with, see docs/collect.md.
        </p>
      </Step>
    </Preloaded>
  );
}
