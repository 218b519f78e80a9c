import { isAppError } from "../../../../lib/errors.ts";
import { errorResponse, routes } from "../../../../lib/http/route.ts";
import { authorize, services } from "../../../../lib/services.ts";
import { respondWithMessage } from "../../../../lib/site/respond.ts";

// A page of the documentation's site, or one of its images. Everyone may read the sample's.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: async ({ request }) => {
    const { pathname } = new URL(request.url);
    const segments = pathname.split("/").slice(2).map(decodeURIComponent);
    const [projectId = "", ...path] = segments.filter((segment) => segment !== "");
    try {
      const { site } = await services();
      const allowed = site.isPublic ? site : (await authorize(request.headers)).site;
      return await allowed.open(projectId, path, request.headers.get("if-none-match"));
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (error.code === "unauthenticated") return signIn(pathname);
      const { status } = errorResponse(error);
      return respondWithMessage(status, error.message);
    }
  },
});

function signIn(pathname: string): Response {
  const location = `/sign-in?next=${encodeURIComponent(pathname)}`;
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
