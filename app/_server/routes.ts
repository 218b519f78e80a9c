import type { Permission } from "../../lib/contract/api/permissions.ts";
import { METHODS, type Method, type RouteContext, routes } from "../../lib/http/route.ts";
import { type Asked, admit, admitTo } from "../../lib/services.ts";

/** One method of an address: what it takes, and the answer. */
interface Answer<Params> {
  may: Permission;
  answer: (context: RouteContext<Params> & { services: Asked }) => Promise<object>;
}

type Answers<Params> = Partial<Record<Method, Answer<Params>>>;

/** The methods of an address for people who signed in, each for those whose role allows it. */
export function personRoutes<Params = unknown>(answers: Answers<Params>) {
  return admitting(answers, ({ request }, permission) => admit(request.headers, permission));
}

/** The same for what belongs to a project. */
export function projectRoutes<Params = unknown>(answers: Answers<Params & { projectId: string }>) {
  return admitting<Params & { projectId: string }>(answers, ({ request, params }, permission) =>
    admitTo(params.projectId, request.headers, permission),
  );
}

function admitting<Params>(
  answers: Answers<Params>,
  admission: (context: RouteContext<Params>, permission: Permission) => Promise<Asked>,
) {
  const handlers = METHODS.flatMap((method) => {
    const entry = answers[method];
    if (!entry) return [];
    const handler = async (context: RouteContext<Params>) =>
      entry.answer({ ...context, services: await admission(context, entry.may) });
    return [[method, handler]];
  });
  return routes<Params>(Object.fromEntries(handlers));
}
