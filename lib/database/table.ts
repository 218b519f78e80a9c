import "server-only";
import type { Generated } from "kysely";
import type { Engine } from "./open.ts";

/** The types of columns, as each engine writes them. */
const TYPES = {
  text: { sqlite: "text", postgres: "text" },
  integer: { sqlite: "integer", postgres: "integer" },
  /** Text that both engines compare by its bytes, as keyset paging needs. */
  key: { sqlite: "text", postgres: 'text collate "C"' },
  /** A 64-bit integer: epoch milliseconds, counters. */
  bigint: { sqlite: "integer", postgres: "bigint" },
  bytes: { sqlite: "blob", postgres: "bytea" },
  /** A date and a boolean of better-auth's tables. */
  date: { sqlite: "date", postgres: "timestamptz" },
  flag: { sqlite: "integer", postgres: "boolean" },
  /** A primary key that increases by itself and is never used again. */
  serial: {
    sqlite: "integer primary key autoincrement",
    postgres: "bigint generated always as identity primary key",
  },
  /** A primary key that increases by itself, or that triggers choose on SQLite. */
  rowid: {
    sqlite: "integer primary key",
    postgres: "bigint generated always as identity primary key",
  },
};

/** A column in SQL, and the type of its values in queries. */
class Column<Value> {
  readonly type: keyof typeof TYPES;
  readonly rest: string;
  declare readonly value: Value;

  constructor(type: keyof typeof TYPES, rest = " not null") {
    this.type = type;
    this.rest = rest;
  }

  get orNull(): Column<Value | null> {
    return new Column(this.type, "");
  }

  get primary(): Column<Value> {
    return new Column(this.type, " primary key");
  }

  get unique(): Column<Value> {
    return new Column(this.type, `${this.rest} unique`);
  }

  /** Refers to a row that is deleted with that of the other table. */
  references(row: string): Column<Value> {
    return new Column(this.type, `${this.rest} references ${row} on delete cascade`);
  }

  /** Rows get the value if an insert doesn't name the column. */
  default(value: number | string): Column<Generated<Value>> {
    const literal = typeof value === "string" ? `'${value}'` : value;
    return new Column(this.type, `${this.rest} default ${literal}`);
  }

  /** Narrows the type of the values, which the database doesn't check. */
  of<Narrow extends Value>(): Column<Narrow> {
    return new Column(this.type, this.rest);
  }
}

export const text = new Column<string>("text");
export const key = new Column<string>("key");
export const integer = new Column<number>("integer");
export const bigint = new Column<number>("bigint");
export const bytes = new Column<Uint8Array>("bytes");
export const date = new Column<string | Date>("date");
export const flag = new Column<number | boolean>("flag");
export const serial = new Column<Generated<number>>("serial", "");
export const rowid = new Column<Generated<number>>("rowid", "");

type Columns = Record<string, Column<unknown>>;

interface Options {
  key?: readonly string[];
  constraint?: string | Record<Engine, string>;
  isClustered?: true;
  only?: Engine;
}

/** A table: its columns in order, and its key. */
class Table<Of extends Columns = Columns> {
  readonly columns: Of;
  readonly options: Options;

  constructor(columns: Of, options: Options = {}) {
    this.columns = columns;
    this.options = options;
  }

  /** The columns of its primary key, if there are several. */
  key(...names: (keyof Of & string)[]): Table<Of> {
    return this.with({ key: names });
  }

  /** A constraint other than `key`, with its name. */
  constraint(constraint: string | Record<Engine, string>): Table<Of> {
    return this.with({ constraint });
  }

  /** All queries use the order of the primary key, so that SQLite needs no separate index. */
  get clustered(): Table<Of> {
    return this.with({ isClustered: true });
  }

  only(engine: Engine): Table<Of> {
    return this.with({ only: engine });
  }

  private with(options: Options): Table<Of> {
    return new Table(this.columns, { ...this.options, ...options });
  }
}

/** Describes a table once, for SQL and for queries. */
export function table<Of extends Columns>(columns: Of): Table<Of> {
  return new Table(columns);
}

/** Tables by their names. */
export type Tables = Record<string, Pick<Table, "columns" | "options">>;

/** The rows of a table, for queries. */
export type RowOf<One extends { columns: Columns }> = {
  [Name in keyof One["columns"]]: One["columns"][Name]["value"];
};

/** The rows of a family's tables by the tables' names. */
export type RowsOf<Family extends { tables: Tables }> = {
  [Name in keyof Family["tables"]]: RowOf<Family["tables"][Name]>;
};

/** Returns the statements that create tables. */
export function createStatements(tables: Tables, engine: Engine): string[] {
  return Object.entries(tables).flatMap(([name, { columns, options }]) => {
    const { key, constraint, isClustered, only = engine } = options;
    if (only !== engine) return [];
    const lines = Object.entries(columns).map(([column, { type, rest }]) => {
      const quoted = /[A-Z]/.test(column) ? `"${column}"` : column;
      return `${quoted} ${TYPES[type][engine]}${rest}`;
    });
    if (key) lines.push(`constraint ${name}_key primary key (${key.join(", ")})`);
    const named = typeof constraint === "object" ? constraint[engine] : constraint;
    if (named) lines.push(`constraint ${named}`);
    const end = isClustered && engine === "sqlite" ? " without rowid" : "";
    return `create table ${name} (\n  ${lines.join(",\n  ")}\n)${end}`;
  });
}
