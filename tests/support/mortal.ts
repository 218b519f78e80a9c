/** A life of so many steps: whoever awaits its next step then never hears of it, as in a process that dies. */
export interface Life {
  /** Resolves when it is over. */
  died: Promise<void>;
  /** Makes every call of `part` take two steps: one before it and one after. */
  around: <Part extends object>(part: Part) => Part;
}

export function lifeOf(steps: number): Life {
  const end = Promise.withResolvers<void>();
  let left = steps;
  const step = (): Promise<void> => {
    left -= 1;
    if (left >= 0) return Promise.resolve();
    end.resolve();
    return new Promise(() => undefined);
  };
  return {
    died: end.promise,
    around: (part) =>
      new Proxy(part, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== "function") return value;
          return async (...given: unknown[]) => {
            await step();
            const result: unknown = await Reflect.apply(value, target, given);
            await step();
            return result;
          };
        },
      }),
  };
}
