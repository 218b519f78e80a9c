import * as routes from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** Sets the team's status of items. The response has the token that undoes it. */
export function setStatus(projectId: string, ids: string[], status: string) {
  return request(routes.updateFeedback, { params: { projectId }, body: { ids, set: { status } } });
}

/** Undoes a change for the items that weren't changed again since. */
export function undoChange(projectId: string, token: string) {
  return request(routes.undoFeedbackChange, { params: { projectId }, body: { token } });
}
