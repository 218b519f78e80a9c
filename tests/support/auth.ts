import { type Auth, openAuth } from "../../lib/auth/auth.ts";
import type { AuthSchema } from "../../lib/auth/schema.ts";
import type { SignInConfig } from "../../lib/config/sign-in.ts";
import type { Person } from "../../lib/contract/api/people.ts";
import type { Role } from "../../lib/contract/api/permissions.ts";
import type { Engine } from "../../lib/database/open.ts";
import { openTestDatabase, type TestDatabase } from "./databases.ts";
import { PASSWORD, tokenOf } from "./links.ts";

export const PUBLIC_URL = "http://127.0.0.2:4000";

export interface AuthRig {
  auth: Auth;
  database: TestDatabase<AuthSchema>;
  /** Epoch milliseconds that invitations go by. */
  clock: { now(): number; forward(milliseconds: number): void };
  /** The lines that the library logged. */
  logged: string[];
  /** Opens the same people once more, as another process would. */
  again(): Promise<Auth>;
  close(): Promise<void>;
}

/** People on a fresh database, with sign-in configured. */
export async function openAuthRig(
  engine: { name: Engine },
  signIn: Partial<SignInConfig> = {},
): Promise<AuthRig> {
  const database = await openTestDatabase<AuthSchema>(engine, "auth");
  const logged: string[] = [];
  let ahead = 0;
  const clock = {
    now: () => Date.now() + ahead,
    forward: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
  const again = () =>
    openAuth({
      database,
      clock,
      signIn: { secret: "0123456789abcdef".repeat(2), oidc: null, allowedDomains: [], ...signIn },
      publicUrl: PUBLIC_URL,
      trustedOrigins: [],
      log: (level, message) => logged.push(`${level} ${message}`),
    });
  return { auth: await again(), database, clock, logged, again, close: () => database.close() };
}

/** A browser's cookies, sent along as a browser does. */
export class Visitor {
  readonly #auth: Auth;
  readonly #cookies = new Map<string, string>();

  constructor(auth: Auth) {
    this.#auth = auth;
  }

  get headers(): Headers {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers(cookie === "" ? {} : { cookie });
  }

  person(): Promise<Person | null> {
    return this.#auth.personOf(this.headers);
  }

  keep(response: Response): Response {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  async post(path: string, body: object, more: Record<string, string> = {}): Promise<Response> {
    const headers = this.headers;
    headers.set("content-type", "application/json");
    headers.set("origin", PUBLIC_URL);
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    const request = new Request(`${PUBLIC_URL}${path}`, { method: "POST", headers });
    return this.keep(await this.#auth.handle(request, body));
  }

  async get(address: string): Promise<Response> {
    const request = new Request(new URL(address, PUBLIC_URL), { headers: this.headers });
    return this.keep(await this.#auth.handle(request));
  }

  async accept(token: string, account: { name: string; password?: string; email?: string }) {
    const wanted = { password: PASSWORD, ...account };
    this.keep(await this.#auth.accept(token, wanted, this.headers));
  }

  signIn(email: string, password = PASSWORD): Promise<Response> {
    return this.post("/api/auth/sign-in/email", { email, password });
  }
}

/** A person of that role who signed in; the first one is made by the set-up link. */
export async function joined(
  auth: Auth,
  name: string,
  role: Role,
): Promise<{ visitor: Visitor; person: Person }> {
  const visitor = new Visitor(auth);
  const email = `${name.toLowerCase()}@example.org`;
  const link = await auth.setupLink();
  if (link) {
    await visitor.accept(tokenOf(link), { name, email });
  } else {
    const by = { id: "test", name: "Test" };
    await visitor.accept(tokenOf((await auth.invite(by, { email, role })).link), { name });
  }
  const person = await visitor.person();
  if (!person) throw new Error(`${name} is not signed in.`);
  return { visitor, person };
}
