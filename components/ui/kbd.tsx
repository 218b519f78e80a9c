/** A keyboard key. */
export function Kbd({ children }: { children: string | number }) {
  return (
    <kbd className="inline-block min-w-5 rounded border border-line bg-raised px-1 text-center font-mono text-ink text-xs leading-5">
      {children}
    </kbd>
  );
}
