import { Events, OAuth2Server } from "oauth2-mock-server";

/** Claims of the provider's token, which can override valid ones. */
export interface Claims {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  [claim: string]: unknown;
}

export interface Provider {
  issuer: string;
  /** Requests to its token endpoint, as form data. */
  tokenRequests: Record<string, unknown>[];
  /** Sets the person who signs in. */
  as(claims: Claims): void;
  /** Overrides fields of the discovery document. */
  overrideDiscovery(changes: Record<string, unknown>): void;
  /** Makes signatures invalid from now on. */
  breakSignatures(): void;
  stop(): Promise<void>;
}

/** Starts an OpenID Connect provider on loopback that signs in anyone, with real keys and tokens. */
export async function startProvider(port?: number): Promise<Provider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(port, "127.0.0.1");
  let claims: Claims = { sub: "nobody" };
  let overrides: Record<string, unknown> = {};
  const tokenRequests: Record<string, unknown>[] = [];
  server.service.on(Events.BeforeTokenSigning, ({ payload }, request) => {
    tokenRequests.push({ ...request.body, authorization: request.headers.authorization });
    // The service sets the nonce; a claim with that name overrides it.
    Object.assign(payload, claims);
  });
  server.service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }) => {
    Object.assign(body, overrides);
  });
  return {
    issuer: server.issuer.url ?? "",
    tokenRequests,
    as: (person) => {
      claims = person;
    },
    overrideDiscovery: (changes) => {
      overrides = changes;
    },
    breakSignatures: () => {
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
