import "server-only";
import type SQLite from "better-sqlite3";

/** Most statements to keep prepared per connection. */
const MAX_PREPARED = 100;

/**
 * Returns a function that prepares statements of a connection and keeps them, because preparing one
 * takes longer than looking up a row. SQLite itself prepares them again after a schema change.
 */
export function keepPrepared(database: SQLite.Database): (sql: string) => SQLite.Statement {
  const prepared = new Map<string, SQLite.Statement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
}
