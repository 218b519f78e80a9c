import { SENTENCE_PAIRS } from "../../lib/embeddings/sentences.ts";
import { type MisbehavingPlatform, startMisbehavingPlatform } from "./misbehaving-platform.ts";

/** An embeddings service over real HTTP that works until a test makes it fail. */
export interface TestEmbeddings
  extends Pick<MisbehavingPlatform, "url" | "requests" | "next" | "always" | "close" | "behave"> {
  /** The texts of each request so far. */
  batches(): string[][];
  /** What texts mean. Other texts mean themselves. */
  meanings: Map<string, string>;
}

export const EMBEDDINGS_KEY = "a-key-of-the-embeddings-service";

/** @param dimensions of its vectors */
export async function startEmbeddings(dimensions = 96): Promise<TestEmbeddings> {
  const server = await startMisbehavingPlatform();
  const meanings = new Map(
    SENTENCE_PAIRS.flatMap((pair, index) => pair.map((text) => [text, `pair ${index}`] as const)),
  );
  server.behave = ({ body }, response) => {
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => {
      const meaning = directionOf(meanings.get(text) ?? text, dimensions);
      const wording = directionOf(`wording of ${text}`, dimensions);
      const embedding = meaning.map((value, at) => value + 0.3 * (wording[at] ?? 0));
      return { object: "embedding", index, embedding };
    });
    response.writeHead(200, { "content-type": "application/json" });
    // In any order: each has its index.
    response.end(JSON.stringify({ object: "list", data: data.reverse(), model: "test" }));
  };
  return Object.assign(server, {
    meanings,
    batches: () =>
      server.requests.map(({ body }) => (JSON.parse(body) as { input: string[] }).input),
  });
}

/** Returns a vector of length 1 in a direction of its own. */
export function directionOf(text: string, dimensions: number): number[] {
  let state = 2_166_136_261;
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  }
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 - 0.5;
  };
  const vector = Array.from({ length: dimensions }, random);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
