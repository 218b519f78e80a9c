import type { Permission } from "../../lib/contract/api/permissions.ts";
import { METHODS, type Method, type RouteContext, routes } from "../../lib/http/route.ts";
import { type AuthorizedServices, authorize, authorizeProject } from "../../lib/services.ts";

/** One method of an address: what it takes, and the answer. */
interface Answer<Params> {
  may: Permission;
  answer: (context: RouteContext<Params> & { services: AuthorizedServices }) => Promise<object>;
}

type Answers<Params> = Partial<Record<Method, Answer<Params>>>;

/** The methods of an address for people who signed in, each for those whose role allows it. */
export function personRoutes<Params = unknown>(answers: Answers<Params>) {
  return authorizedRoutes(answers, ({ request }, permission) =>
    authorize(request.headers, permission),
  );
}

/** The same for what belongs to a project. */
export function projectRoutes<Params = unknown>(answers: Answers<Params & { projectId: string }>) {
  return authorizedRoutes<Params & { projectId: string }>(
    answers,
    ({ request, params }, permission) =>
      authorizeProject(params.projectId, request.headers, permission),
  );
}

function authorizedRoutes<Params>(
  answers: Answers<Params>,
  authorizeRequest: (
    context: RouteContext<Params>,
    permission: Permission,
  ) => Promise<AuthorizedServices>,
) {
  const handlers = METHODS.flatMap((method) => {
    const entry = answers[method];
    if (!entry) return [];
    const handler = async (context: RouteContext<Params>) =>
      entry.answer({ ...context, services: await authorizeRequest(context, entry.may) });
    return [[method, handler]];
  });
  return routes<Params>(Object.fromEntries(handlers));
}
