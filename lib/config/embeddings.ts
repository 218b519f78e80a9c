import "server-only";
import type { Variables } from "./variables.ts";

/** A service with OpenAI's embeddings API. */
export interface EmbeddingsService {
  /** Without a trailing slash; `/embeddings` comes after it. */
  url: string;
  /** Null for a service that needs none. */
  key: string | null;
  model: string;
}

type Embeddings = Pick<Variables, "EMBEDDINGS_URL" | "EMBEDDINGS_KEY" | "EMBEDDINGS_MODEL">;

/** Requires the URL and the model of a service together. */
export function embeddingsProblems(value: Embeddings): string[] {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model } = value;
  if (url && !model) {
    return [
      "EMBEDDINGS_MODEL: is required when EMBEDDINGS_URL is set, for example text-embedding-3-small",
    ];
  }
  if (url) return addressProblems(new URL(url));
  return (["EMBEDDINGS_KEY", "EMBEDDINGS_MODEL"] as const)
    .filter((name) => value[name])
    .map((name) => `EMBEDDINGS_URL: is required when ${name} is set`);
}

function addressProblems({ pathname, username, password, search, hash }: URL): string[] {
  if (pathname.endsWith("/embeddings")) {
    return ["EMBEDDINGS_URL: must not end with /embeddings, which Errata adds"];
  }
  if (username || password) {
    return ["EMBEDDINGS_URL: must not have a user name or password. Set EMBEDDINGS_KEY instead"];
  }
  return search || hash ? ["EMBEDDINGS_URL: must not have a query or a fragment"] : [];
}

/** Returns the service that finds items by their meaning; null without one. */
export function embeddingsService(value: Embeddings): EmbeddingsService | null {
  const { EMBEDDINGS_URL: url, EMBEDDINGS_KEY: key = null, EMBEDDINGS_MODEL: model } = value;
  return url && model ? { url, key, model } : null;
}
