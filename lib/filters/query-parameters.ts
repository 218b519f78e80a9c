/** How a parameter of a URL's query is read and written. */
export interface QueryParameter<Value> {
  /** Returns null for text that isn't such a value. */
  parse: (text: string) => Value | null;
  serialize: (value: Value) => string;
  /** The value if the URL lacks the parameter, which is left out for this value; null by default. */
  fallback?: Value;
}

/** The parameters of a query, by name, in their canonical order. */
export type QueryParameters<Values> = {
  [Name in keyof Values]: QueryParameter<NonNullable<Values[Name]>>;
};

/** Reads the parameters of a query. Each that is missing or invalid has its fallback. */
export function readQuery<Values extends object>(
  parameters: QueryParameters<Values>,
  query: string | URLSearchParams,
): Values {
  const texts = new URLSearchParams(query);
  const values = entriesOf(parameters).map(([name, { parse, fallback = null }]) => {
    const text = texts.get(name);
    return [name, (text === null ? null : parse(text)) ?? fallback];
  });
  return Object.fromEntries(values);
}

/**
 * Returns `base` with some parameters changed, as `""` or `?…`. Fallbacks and null remove a parameter; the others of
 * `base` stay.
 */
export function writeQuery<Values extends object>(
  parameters: QueryParameters<Values>,
  values: Partial<Values>,
  base = "",
): string {
  const query = new URLSearchParams(base);
  for (const [name, { serialize, fallback }] of entriesOf(parameters)) {
    const value = values[name as keyof Values];
    if (value === undefined) continue;
    if (value === null || value === fallback) query.delete(name);
    else query.set(name, serialize(value));
  }
  if (query.size === 0) return "";
  // People read and edit these URLs.
  return `?${query.toString().replace(/%(?:2C|2F|3A|40)/g, decodeURIComponent)}`;
}

function entriesOf<Values extends object>(
  parameters: QueryParameters<Values>,
): [string, QueryParameter<NonNullable<Values[keyof Values]>>][] {
  return Object.entries(parameters);
}
