import { useEffect, useRef, useState } from "react";

/** Milliseconds after which a value that changed in quick succession counts as settled. */
const SETTLE_DELAY_MS = 150;

/**
 * Whether a value stays for a while. A first change counts at once, the ones that follow in quick
 * succession don't, as while a key is held down.
 */
export function useIsSettled(value: string): boolean {
  const [settled, setSettled] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    const elapsed = performance.now() - changedAt.current;
    changedAt.current = performance.now();
    if (elapsed > SETTLE_DELAY_MS) {
      setSettled(value);
      return;
    }
    const timer = setTimeout(() => setSettled(value), SETTLE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}
