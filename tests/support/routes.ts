import { readdirSync } from "node:fs";
import type { Permission } from "../../lib/contract/api/permissions.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type Method = (typeof METHODS)[number];

/** Who may come in: everybody, whoever bears a key of the platform, or people who may do that. */
export type Need = Permission | "everybody" | "key";

const P = "/api/projects/[projectId]";

const all = (need: Need) => Object.fromEntries(METHODS.map((method) => [method, need]));

/** Every address that is not a page, and what each of its methods takes. */
export const ROUTES: Record<string, Partial<Record<Method, Need>>> = {
  "/api/[...path]": all("everybody"),
  "/api/auth/[...path]": { GET: "everybody", POST: "everybody" },
  "/api/health": { GET: "everybody" },
  "/api/invitation": { POST: "everybody" },
  "/api/me": { GET: "read" },
  "/api/me/password": { POST: "read" },
  "/api/me/sessions": { GET: "read" },
  "/api/me/sessions/[sessionId]": { DELETE: "read" },
  "/api/people": { GET: "people" },
  "/api/people/[personId]": { PATCH: "people" },
  "/api/people/[personId]/password-link": { POST: "people" },
  "/api/people/invitations": { POST: "people" },
  "/api/people/invitations/[invitationId]": { DELETE: "people" },
  "/api/people/log": { GET: "people" },
  "/api/projects": { GET: "read" },
  [`${P}/activity`]: { GET: "read" },
  [`${P}/feedback`]: { GET: "read", PATCH: "triage" },
  [`${P}/feedback/[feedbackId]`]: { GET: "read" },
  [`${P}/feedback/[feedbackId]/contact`]: { GET: "contacts" },
  [`${P}/feedback/evidence`]: { POST: "jobs" },
  [`${P}/feedback/export`]: { GET: "read" },
  [`${P}/feedback/facets`]: { GET: "read" },
  [`${P}/feedback/ids`]: { GET: "read" },
  [`${P}/feedback/undo`]: { POST: "triage" },
  [`${P}/jobs`]: { GET: "read", POST: "jobs" },
  [`${P}/jobs/[jobId]`]: { GET: "read" },
  [`${P}/jobs/[jobId]/archive`]: { POST: "jobs" },
  [`${P}/jobs/[jobId]/messages`]: { POST: "jobs" },
  [`${P}/jobs/[jobId]/messages/[messageId]/cancel`]: { POST: "jobs" },
  [`${P}/jobs/[jobId]/report`]: { GET: "read" },
  [`${P}/jobs/[jobId]/resolution`]: { POST: "jobs" },
  [`${P}/jobs/[jobId]/resolve`]: { POST: "jobs" },
  [`${P}/jobs/check`]: { POST: "jobs" },
  [`${P}/jobs/counts`]: { GET: "read" },
  [`${P}/keys`]: { GET: "keys", POST: "keys" },
  [`${P}/keys/[keyId]`]: { DELETE: "keys" },
  [`${P}/pages`]: { GET: "read" },
  [`${P}/quarantine`]: { GET: "contacts" },
  [`${P}/quarantine/[entryId]`]: { DELETE: "triage" },
  [`${P}/settings`]: { GET: "read", PATCH: "settings" },
  [`${P}/sync`]: { GET: "read", POST: "sync" },
  "/pulls/[number]/close": { POST: "jobs" },
  "/pulls/[number]/merge": { POST: "jobs" },
  "/v1/[...path]": all("key"),
  "/v2/[...path]": all("key"),
};

/** Every page. */
export const PAGES: Record<string, Need> = {
  "/": "read",
  "/[projectId]": "read",
  "/[projectId]/feedback": "read",
  "/[projectId]/jobs": "read",
  "/[projectId]/jobs/[jobId]": "read",
  "/account": "read",
  "/invitation/[token]": "everybody",
  "/people": "people",
  "/pulls/[number]": "read",
  "/session-ended": "everybody",
  "/set-up/[token]": "everybody",
  "/settings": "read",
  "/sign-in": "everybody",
};

/** The addresses that the folders make, of pages or of other routes. */
export function addresses(file: string): string[] {
  return readdirSync("app", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === file)
    .map((entry) => entry.parentPath.slice("app".length) || "/")
    .toSorted();
}
