import { routes } from "../../../lib/http/route.ts";
import { currentPerson, services } from "../../../lib/services.ts";

/** Leads to the dashboard from this site: a browser sends no strict cookie along another site's redirect. */
const OPENED = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/">
<title>Errata</title>
<p><a href="/">Open Errata</a></p>
</html>
`;

const REJECTED = "/sign-in?link=invalid";

// HEAD only says that there is a page: programs that preview links would use the link up.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  HEAD: async () => page({}),
  GET: async ({ request, params: { token = "" } }) => {
    const cookie = await (await services()).auth.redeemLocalLink(token);
    if (cookie !== null) return page({ "set-cookie": cookie });
    const isOpen = (await currentPerson(request.headers)) !== null;
    return new Response(null, { status: 303, headers: { location: isOpen ? "/" : REJECTED } });
  },
});

function page(headers: Record<string, string>): Response {
  const type = "text/html; charset=utf-8";
  const common = { "content-type": type, "cache-control": "no-store" };
  return new Response(OPENED, { headers: { ...common, ...headers } });
}
