import { NotFound } from "../../../../../../../lib/errors.ts";
import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  undoImport: async ({ params, services: { imports, person } }) =>
    imports.undo(params.projectId, importNumber(params.number), person),
});

/** Parses the number in an import's URL. @throws {NotFound} if it isn't a number */
function importNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new NotFound("This import doesn't exist in this project.");
  return Number(text);
}
