import { apiRoutes } from "../../../../../../_server/api-routes.ts";
import { importNumber } from "../../../../../../_server/import-number.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  undoImport: async ({ params, services: { imports, person } }) =>
    imports.undo(params.projectId, importNumber(params.number), person),
});
