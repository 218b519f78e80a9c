import "server-only";

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
  // Least recently used first.
  const answers = new Map<string, KeptAnswer>();
  let length = 0;
  const remove = (address: string) => {
    const known = answers.get(address);
    if (!known) return;
    length -= known.body.length + OVERHEAD;
    answers.delete(address);
  };
  const keep = (address: string, answer: KeptAnswer) => {
    remove(address);
    if (answer.body.length > MAX_ANSWER_LENGTH) return;
    answers.set(address, answer);
    length += answer.body.length + OVERHEAD;
    for (const oldest of answers.keys()) {
      if (length <= MAX_ANSWERS_LENGTH) return;
      remove(oldest);
    }
  };
  return {
    keep,
    get: (address: string): KeptAnswer | undefined => {
      const known = answers.get(address);
      if (known) keep(address, known);
      return known;
    },
  };
}
