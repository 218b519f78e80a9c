import type { ReactNode } from "react";
import { FocusKeeper } from "./focus-keeper.tsx";

/** A scrollable page with a readable line length, or a wide one with columns. */
export function PageBody({ children, isWide }: { children: ReactNode; isWide?: boolean }) {
  return (
    // `relative`, so that visually hidden text inside scrolls with it and doesn't extend the document.
    <FocusKeeper className="relative min-h-0 flex-1 overflow-y-auto">
      <div
        className={`mx-auto flex flex-col gap-6 p-4 md:p-6 ${isWide ? "max-w-[100rem]" : "max-w-4xl"}`}
      >
        {children}
      </div>
    </FocusKeeper>
  );
}
