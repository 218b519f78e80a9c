import type { FeedbackChange, FeedbackUndone } from "../contract/api/feedback.ts";
import { fetchJson } from "./fetch-json.ts";

const feedback = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/feedback`;

/** Sets the team's status of entries; `undo` takes it back. */
export function setStatus(
  projectId: string,
  ids: string[],
  status: string,
): Promise<FeedbackChange> {
  return fetchJson(feedback(projectId), { method: "PATCH", body: { ids, set: { status } } });
}

/** Takes a change back for the entries that are still as it set them. */
export function undoChange(projectId: string, token: string): Promise<FeedbackUndone> {
  return fetchJson(`${feedback(projectId)}/undo`, { method: "POST", body: { token } });
}
