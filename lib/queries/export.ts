import { checkExport as checkExportRoute } from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** @throws {AppError} `too_many_requests` if no other export may start now, with what to do */
export async function checkExport(projectId: string): Promise<void> {
  await request(checkExportRoute, { params: { projectId } });
}
