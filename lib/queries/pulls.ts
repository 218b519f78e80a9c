import * as jobRoutes from "../contract/api/job-routes.ts";
import { request } from "./request.ts";

/** Merges a pull request of the built-in code host. @throws {AppError} if it was merged before */
export function mergePull(number: number) {
  return request(jobRoutes.mergePull, { params: { number: String(number) } });
}

/** Closes a pull request without merging it. */
export function closePull(number: number) {
  return request(jobRoutes.closePull, { params: { number: String(number) } });
}

/** Merges the base branch into the pull request's branch. @throws {AppError} with the files that conflict */
export function updatePull(number: number) {
  return request(jobRoutes.updatePull, { params: { number: String(number) } });
}
