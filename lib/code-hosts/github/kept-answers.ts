import "server-only";
import { createBoundedCache } from "../../bounded-cache.ts";

/** An answer, and by what GitHub says whether it is the same. */
export interface KeptAnswer {
  etag: string;
  body: string;
  headers: Headers;
}

/** Most characters of one answer that is kept, and of all of them. Most have a few thousand. */
export const MAX_ANSWER_LENGTH = 256 * 1024;
export const MAX_ANSWERS_LENGTH = 32 * 1024 * 1024;

/** About what an answer takes besides its body. */
const OVERHEAD = 4 * 1024;

/** Keeps answers by address. Without room, those that weren't asked for the longest go first. */
export function createKeptAnswers() {
  const sizeOf = ({ body }: KeptAnswer) => body.length + OVERHEAD;
  const answers = createBoundedCache(MAX_ANSWERS_LENGTH, sizeOf);
  return {
    get: answers.get,
    keep: (address: string, answer: KeptAnswer) => {
      if (answer.body.length <= MAX_ANSWER_LENGTH) answers.set(address, answer);
      else answers.delete(address);
    },
  };
}
