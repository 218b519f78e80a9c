/** A process that crashes after a number of steps: from then on, nothing it awaits ever resolves. */
export interface SimulatedCrash {
  /** Resolves when the process has crashed. */
  happened: Promise<void>;
  /** Wraps `part` so that each of its calls takes two steps: one before the call, one after. */
  wrap: <Part extends object>(part: Part) => Part;
}

/** Simulates a process that crashes after `steps` steps. */
export function simulatedCrash(steps: number): SimulatedCrash {
  const crash = Promise.withResolvers<void>();
  let left = steps;
  const step = (): Promise<void> => {
    left -= 1;
    if (left >= 0) return Promise.resolve();
    crash.resolve();
    return new Promise(() => undefined);
  };
  return {
    happened: crash.promise,
    wrap: (part) =>
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
