"use client";

import { useQuery } from "@tanstack/react-query";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { valuesAfter } from "../../lib/item-fields/values-after.ts";
import { fetchOpenItemIds, MAX_PAGE_ITEMS } from "../../lib/queries/item-page.ts";
import { similarItems } from "../../lib/queries/similar-items.ts";
import { useOutboxState } from "../app/outbox.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { OtherItem } from "./other-item.tsx";

/** The other open items about the open item's page. The last in the panel, and shown after the similar ones above it. */
export function PageItems(props: {
  projectId: string;
  item: FeedbackDetail;
  /** False while someone only passes items on the way to another. */
  isSettled: boolean;
  onOpen: (id: string) => void;
}) {
  const { projectId, item } = props;
  const { data, error } = useQuery({
    ...fetchOpenItemIds(projectId, item.page),
    enabled: props.isSettled,
  });
  const { isPending } = useQuery(similarItems(projectId, item.id));
  const { confirmed, waiting } = useOutboxState();
  const statuses = valuesAfter([...confirmed, ...waiting]).of("status");
  if (isPending) return null;
  if (!data && error) {
    return <p className="text-muted">Couldn't load other items on this page. {error.message}</p>;
  }
  const others = data?.filter(({ id }) => id !== item.id) ?? [];
  if (others.length === 0) return null;
  const address = serializeInboxAddress({ path: item.page, status: ["pending", "in_progress"] });
  return (
    <section
      aria-label="Other open items on this page"
      data-testid="page-items"
      className="flex flex-col gap-2 border-line border-t pt-4"
    >
      <h3 className="font-medium">Other open items on this page</h3>
      <ul className="flex flex-col gap-2">
        {others.slice(0, MAX_PAGE_ITEMS).map((other) => (
          <OtherItem
            key={other.id}
            item={other}
            status={statuses.get(other.id) ?? other.status}
            onOpen={() => props.onOpen(other.id)}
          />
        ))}
      </ul>
      {others.length > MAX_PAGE_ITEMS && (
        <IntentLink href={`/${projectId}/feedback${address}`} className="link w-fit text-accent">
          All open items on this page
        </IntentLink>
      )}
    </section>
  );
}
