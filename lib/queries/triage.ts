import { undoFeedbackChange } from "../contract/api/item-routes.ts";
import { request } from "./request.ts";

/** Undoes a change for the items that weren't changed again since. */
export function undoChange(projectId: string, token: string) {
  return request(undoFeedbackChange, { params: { projectId }, body: { token } });
}
