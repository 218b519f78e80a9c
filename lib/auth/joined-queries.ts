import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";

/** A database whose transactions cover everything that `work` calls, better-auth included. */
export interface JoinedQueries<Schema> {
  /**
   * Inside a transaction, of `run` or its own, all queries join that transaction, wherever they are
   * written.
   */
  query: Kysely<Schema>;
  /** Runs `work` in one transaction. It may run more than once. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Lets better-auth's writes share a transaction with Errata's: better-auth takes a database, but no
 * transaction that someone else started.
 */
export function joinQueries<Schema>(query: Kysely<Schema>): JoinedQueries<Schema> {
  const current = new AsyncLocalStorage<Transaction<Schema>>();
  const within = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>): Promise<Result> => {
    const joined = current.getStore();
    if (joined) return work(joined);
    return query.transaction().execute((trx) => current.run(trx, () => work(trx)));
  };
  const proxy = new Proxy(query, {
    get: (_query, name) => {
      if (name === "transaction") return () => ({ execute: within });
      const owner = current.getStore() ?? query;
      const member: unknown = Reflect.get(owner, name, owner);
      return typeof member === "function" ? member.bind(owner) : member;
    },
  });
  return { query: proxy, run: within };
}
