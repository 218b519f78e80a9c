import type { Evidence } from "../../lib/contract/api/feedback.ts";

/** Returns feedback as quoted to an agent, with defaults for the fields that aren't given. */
export function evidence(fields: Partial<Evidence>): Evidence {
  return {
    id: "fb_1",
    source: "contextual",
    status: "pending",
    path: "/guides/auth",
    page: "/guides/auth",
    comment: "The example fails.",
    reasons: [],
    createdAt: Date.UTC(2026, 9, 3, 23),
    helpful: false,
    code: null,
    filename: null,
    lang: null,
    labels: [],
    groupId: null,
    isPraise: false,
    openPulls: [],
    ...fields,
  };
}
