// What an API key of the built-in platform may do. Imports nothing, so that browser code can use it.

export const KEY_SCOPES = ["feedback:read", "agent:write"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What each scope allows, for people. */
export const SCOPE_LABELS: Record<KeyScope, string> = {
  "feedback:read": "Read feedback",
  "agent:write": "Create and read agent jobs",
};
