import { Events, OAuth2Server } from "oauth2-mock-server";

/** Who the provider says has signed in, and how its token differs from a sound one. */
export interface Claims {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  [claim: string]: unknown;
}

export interface Provider {
  issuer: string;
  /** Requests that its token endpoint got, as form data. */
  exchanges: Record<string, unknown>[];
  /** Signs in as somebody from now on. */
  as(claims: Claims): void;
  /** What the discovery document says instead. */
  describe(changes: Record<string, unknown>): void;
  /** Signs with a key that it does not publish. */
  forge(): void;
  stop(): Promise<void>;
}

/** An OpenID Connect provider on loopback: real keys, real tokens, whoever is asked for. */
export async function startProvider(port?: number): Promise<Provider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(port, "127.0.0.1");
  let claims: Claims = { sub: "nobody" };
  let description: Record<string, unknown> = {};
  const exchanges: Record<string, unknown>[] = [];
  server.service.on(Events.BeforeTokenSigning, ({ payload }, request) => {
    exchanges.push({ ...request.body, authorization: request.headers.authorization });
    // The nonce is put in by the service; a claim of that name replaces it.
    Object.assign(payload, claims);
  });
  server.service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }) => {
    Object.assign(body, description);
  });
  return {
    issuer: server.issuer.url ?? "",
    exchanges,
    as: (somebody) => {
      claims = somebody;
    },
    describe: (changes) => {
      description = changes;
    },
    forge: () => {
      const { buildToken } = server.issuer;
      server.issuer.buildToken = async (options) => {
        const token = await buildToken.call(server.issuer, options);
        const [header, payload, signature = ""] = token.split(".");
        return `${header}.${payload}.${signature.split("").toReversed().join("")}`;
      };
    },
    stop: () => server.stop(),
  };
}
