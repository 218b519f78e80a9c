import type { Role } from "../../lib/contract/api/permissions.ts";
import { responseProblems } from "./api-responses.ts";
import { PASSWORD, tokenOf } from "./links.ts";
import { type Errata, startErrata } from "./server.ts";

/** A loopback address that Errata treats as reachable from other computers. */
const HOST = "127.0.0.2";

export const AUTH_SECRET = "fedcba9876543210fedcba9876543210";

/** Starts Errata with sign-in, on an address that other computers could reach. */
export async function startTeamErrata(env: Record<string, string> = {}): Promise<Errata> {
  return startErrata({ host: HOST, env: { AUTH_SECRET, ...env } });
}

/** Returns the setup link that the server printed. */
export function setupLink(errata: Errata): string {
  const links = [...errata.output().matchAll(/http\S+\/set-up\/\S+/g)];
  const link = links.at(-1)?.[0];
  if (!link) throw new Error("The server printed no setup link.");
  return link;
}

/** A signed-in person who sends requests without a browser. */
export class Member {
  readonly errata: Errata;
  cookie = "";

  constructor(errata: Errata) {
    this.errata = errata;
  }

  /** Sends a request. @throws {Error} for a response of the API that its operation doesn't allow */
  async send(
    path: string,
    options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { method = "GET", body, headers = {} } = options;
    const response = await fetch(this.errata.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(method === "GET" || method === "HEAD" ? {} : { origin: this.errata.url }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    if (cookies.length > 0) this.cookie = cookies.join("; ");
    if (isJson(response)) {
      const { status } = response;
      const text = await response.clone().text();
      const problems = responseProblems({ method, url: this.errata.url + path, status, text });
      if (problems.length > 0) throw new Error(problems.join("\n"));
    }
    return response;
  }

  async accept(link: string, name: string, email?: string): Promise<void> {
    const body = { token: tokenOf(link), name, password: PASSWORD, email };
    const { status } = await this.send("/api/invitation", { method: "POST", body });
    if (status !== 200) throw new Error(`The link was rejected with ${status}.`);
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("application/json") ?? false;
}

/** Creates a member of each role: the admin with the setup link, the others with invitations. */
export async function createTeam(errata: Errata): Promise<Record<Role, Member>> {
  const admin = new Member(errata);
  await admin.accept(setupLink(errata), "Ada Admin", "admin@example.org");
  const invite = async (role: Role, name: string) => {
    const body = { email: `${role}@example.org`, role };
    const created = await admin.send("/api/people/invitations", { method: "POST", body });
    const member = new Member(errata);
    await member.accept((await created.json()).link, name);
    return member;
  };
  const triager = await invite("triager", "Tri Ager");
  return { admin, triager, viewer: await invite("viewer", "Vi Ewer") };
}
