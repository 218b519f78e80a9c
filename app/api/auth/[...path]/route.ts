import { routes } from "../../../../lib/http/route.ts";
import { services } from "../../../../lib/services.ts";

const signIn = async ({ request }: { request: Request }) => (await services()).auth.handle(request);

// Signing in and out, and the way back from the provider.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes({
  GET: signIn,
  POST: signIn,
});
