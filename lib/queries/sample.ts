import { removeSample as removeSampleRoute } from "../contract/api/start-routes.ts";
import { request } from "./request.ts";

/** Deletes the sample's feedback, if it has this number of items. Can't be undone. */
export function removeSample(projectId: string, items: number) {
  return request(removeSampleRoute, { params: { projectId }, body: { items } });
}
