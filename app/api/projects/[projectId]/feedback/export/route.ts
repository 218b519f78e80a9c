import { InvalidRequest } from "../../../../../../lib/errors.ts";
import { EXPORT_TYPES, isExportFormat } from "../../../../../../lib/filters/export-formats.ts";
import { requiredFilters } from "../../../../../_server/required-filters.ts";
import { projectRoutes } from "../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, query, services }) => {
      const { format, contacts, problems } = fileOf(query);
      const filters = requiredFilters(query, ["format", "contacts"], problems);
      const file = services.feedback.export(params.projectId, filters, { format, contacts });
      return new Response(file, {
        headers: {
          "content-type": EXPORT_TYPES[format],
          "content-disposition": `attachment; filename="feedback.${format}"`,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      });
    },
  },
  // Without it a HEAD would run the export for nothing.
  HEAD: { may: "read", answer: async () => new Response(null) },
});

function fileOf(query: URLSearchParams) {
  const format = query.get("format") ?? "csv";
  const contacts = query.get("contacts") ?? "false";
  const problems = ["true", "false"].includes(contacts) ? [] : ["contacts: must be true or false"];
  if (isExportFormat(format)) return { format, contacts: contacts === "true", problems };
  throw InvalidRequest.of([...problems, `format: must be ${Object.keys(EXPORT_TYPES).join(", ")}`]);
}
