import { routes } from "../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../lib/services.ts";
import { quarantineList } from "../quarantine-list.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  entryId: string;
}>({
  DELETE: async ({ params }) => {
    const opened = await projectServices(params.projectId);
    await opened.quarantine.dismiss(params.projectId, params.entryId);
    return quarantineList(opened, params.projectId);
  },
});
