"use client";

import { useQuery } from "@tanstack/react-query";
import { collectKeys } from "../../lib/queries/collect.ts";
import { Lines } from "./lines.tsx";

/** The line that adds the widget to a site, with the newest key for a site other than this server's. */
export function WidgetSnippet(props: { projectId: string; publicUrl: string }) {
  const { projectId, publicUrl } = props;
  const { data } = useQuery(collectKeys(projectId));
  const { origin } = new URL(publicUrl);
  const key = data?.keys.find((each) => each.disabledAt === null && !each.origins.includes(origin));
  const script = (value: string) =>
    `<script src="${publicUrl}/collect.js" data-key="${value}" defer></script>`;
  return <Lines text={script(key?.key ?? "pub_…")} />;
}
