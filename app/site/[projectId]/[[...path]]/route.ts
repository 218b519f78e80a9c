import { isAppError } from "../../../../lib/errors.ts";
import { errorResponse, routes } from "../../../../lib/http/route.ts";
import { authorize, services } from "../../../../lib/services.ts";
import { branchQuery } from "../../../../lib/site/page-html.ts";
import { respondWithMessage } from "../../../../lib/site/respond.ts";

// A page of the documentation's site, or one of its images. Everyone may read the sample's; `at` is the branch of a pull
// request, whose pages are the team's.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: async ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const branch = searchParams.get("at");
    const segments = pathname.split("/").slice(2).map(decodeURIComponent);
    const [projectId = "", ...path] = segments.filter((segment) => segment !== "");
    try {
      const { site } = await services();
      const isOpen = site.isPublic && branch === null;
      const allowed = isOpen ? site : (await authorize(request.headers)).site;
      return await allowed.open(projectId, path, request.headers.get("if-none-match"), branch);
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === "unauthenticated") return signIn(`${pathname}${branchQuery(branch)}`);
      const { status } = errorResponse(error);
      return respondWithMessage(status, error.message);
    }
  },
});

function signIn(address: string): Response {
  const location = `/sign-in?next=${encodeURIComponent(address)}`;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
