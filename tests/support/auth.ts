import type { Auth } from "../../lib/auth/auth.ts";
import { openAuth } from "../../lib/auth/open.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
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
  /** The clock that invitations use, in epoch milliseconds. */
  clock: { now(): number; forward(milliseconds: number): void };
  /** Lines that better-auth logged. */
  logged: string[];
  /** Opens auth on the same database, as another process would. */
  reopen(): Promise<Auth>;
  close(): Promise<void>;
}

/** Opens auth on a new database with sign-in configured. */
export async function openAuthRig(
  engine: { name: Engine },
  signIn: Partial<SignInConfig> = {},
  publicUrl = PUBLIC_URL,
): Promise<AuthRig> {
  const database = await openTestDatabase<AuthSchema>(engine, "auth", "auth");
  const logged: string[] = [];
  let ahead = 0;
  const clock = {
    now: () => Date.now() + ahead,
    forward: (milliseconds: number) => {
      ahead += milliseconds;
    },
  };
  const reopen = () =>
    openAuth({
      database,
      clock,
      signIn: {
        secret: "0123456789abcdef".repeat(2),
        oidc: null,
        allowedDomains: [],
        requireSecondFactor: [],
        ...signIn,
      },
      localKey: false,
      publicUrl,
      trustedOrigins: [PUBLIC_URL],
      log: (level, message) => logged.push(`${level} ${message}`),
    });
  return { auth: await reopen(), database, clock, logged, reopen, close: () => database.close() };
}

/** Stores cookies and sends them back, as a browser does. */
export class Visitor {
  readonly #auth: Auth;
  readonly #cookies = new Map<string, string>();
  readonly #sent: Record<string, string>;

  /** @param sent headers of each request */
  constructor(auth: Auth, sent: Record<string, string> = {}) {
    this.#auth = auth;
    this.#sent = sent;
  }

  get headers(): Headers {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers({ ...this.#sent, ...(cookie === "" ? {} : { cookie }) });
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

  async post(
    path: string,
    body: object,
    extraHeaders: Record<string, string> = {},
  ): Promise<Response> {
    const headers = this.headers;
    headers.set("content-type", "application/json");
    headers.set("origin", PUBLIC_URL);
    for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value);
    const request = new Request(`${PUBLIC_URL}${path}`, { method: "POST", headers });
    return this.keep(await this.#auth.handle(request, body));
  }

  async get(url: string): Promise<Response> {
    const request = new Request(new URL(url, PUBLIC_URL), { headers: this.headers });
    return this.keep(await this.#auth.handle(request));
  }

  async accept(token: string, account: { name: string; password?: string; email?: string }) {
    const newAccount = { password: PASSWORD, ...account };
    this.keep(await this.#auth.accept(token, newAccount, this.headers));
  }

  signIn(email: string, password = PASSWORD): Promise<Response> {
    return this.post("/api/auth/sign-in/email", { email, password });
  }
}

/** Creates a person with a role and signs them in. The first person uses the setup link. */
export async function signUp(
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
  if (!person) throw new Error(`${name} isn't signed in.`);
  return { visitor, person };
}
