import { InvalidRequest } from "../../../../../../lib/errors.ts";
import { EXPORT_TYPES, isExportFormat } from "../../../../../../lib/filters/export-formats.ts";
import { parseFilters } from "../../../../../../lib/filters/feedback-filters.ts";
import { routes } from "../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params, query }) => {
    const { filters, problems } = parseFilters(query, ["format", "contacts"]);
    const format = query.get("format") ?? "csv";
    const contacts = query.get("contacts") ?? "false";
    if (contacts !== "true" && contacts !== "false")
      problems.push("contacts: must be true or false");
    if (!isExportFormat(format)) {
      problems.push(`format: must be ${Object.keys(EXPORT_TYPES).join(", ")}`);
      throw InvalidRequest.of(problems);
    }
    if (problems.length > 0) throw InvalidRequest.of(problems);
    const { feedback } = await projectServices(params.projectId);
    const options = { format, contacts: contacts === "true" };
    return new Response(feedback.export(params.projectId, filters, options), {
      headers: {
        "content-type": EXPORT_TYPES[format],
        "content-disposition": `attachment; filename="feedback.${format}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
  // Without it a HEAD would run the export for nothing.
  HEAD: async () => new Response(null),
});
