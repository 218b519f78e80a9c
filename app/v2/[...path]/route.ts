import { platformRoute } from "../../../lib/http/platform-route.ts";
import { services } from "../../../lib/services.ts";

const respond = platformRoute(services);

export const GET = respond;
export const POST = respond;
export const PUT = respond;
export const PATCH = respond;
export const DELETE = respond;
export const HEAD = respond;
export const OPTIONS = respond;
