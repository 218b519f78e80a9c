import "server-only";

/** Most items of one commit. */
const MAX_ITEMS = 200;

/**
 * Lets items that arrive while a commit is under way share the next one, so that a durable write for
 * each costs no more than a durable write for all.
 * @param commit writes all items in one transaction and returns their results in order
 * @returns a function that resolves with the item's result once it is committed, and rejects if its commit fails
 */
export function groupCommit<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let isCommitting = false;

  async function commitWaiting(): Promise<void> {
    isCommitting = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, MAX_ITEMS);
      waiting = waiting.slice(MAX_ITEMS);
      try {
        const results = await commit(group.map(({ item }) => item));
        for (const [index, result] of results.entries()) group[index]?.resolve(result);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isCommitting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isCommitting) void commitWaiting();
    });
}
