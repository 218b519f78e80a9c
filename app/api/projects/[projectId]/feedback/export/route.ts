import { EXPORT_TYPES } from "../../../../../../lib/contract/api/export-formats.ts";
import { apiRoutes } from "../../../../../_server/api-routes.ts";
import { requireFilters } from "../../../../../_server/require-filters.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  exportFeedback: async ({ params, query, services }) => {
    const { format, contacts, ...filters } = query;
    const file = await services.feedback.export(
      params.projectId,
      requireFilters(filters, services.person),
      {
        format,
        contacts: contacts === "true",
      },
    );
    return new Response(file, {
      headers: {
        "content-type": EXPORT_TYPES[format],
        "content-disposition": `attachment; filename="feedback.${format}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
