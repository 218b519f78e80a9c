/** Returns a function that works out its result once for each item. Items must not change. */
export function oncePerItem<Item extends object, Result>(
  of: (item: Item) => Result,
): (item: Item) => Result {
  const known = new WeakMap<Item, { result: Result }>();
  return (item) => {
    const found = known.get(item) ?? { result: of(item) };
    known.set(item, found);
    return found.result;
  };
}
