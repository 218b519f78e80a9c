"use client";

import { useSyncExternalStore } from "react";
import { isServerUpdated, subscribeToVersion } from "../../lib/queries/version.ts";
import { Button } from "../ui/button.tsx";
import { reloadPage } from "./reload-page.ts";

/** Says that the page is from an older build than the server. The page reloads only if asked to. */
export function UpdateNotice() {
  const isUpdated = useSyncExternalStore(subscribeToVersion, isServerUpdated, () => false);
  return (
    <div role="status" data-testid="update-notice" className="empty:absolute">
      {isUpdated && (
        <p className="flex items-center gap-2 rounded-md border border-line-strong bg-surface py-1 pr-1 pl-2 text-xs">
          Errata was updated.
          <Button className="ml-auto" onClick={reloadPage}>
            Reload
          </Button>
        </p>
      )}
    </div>
  );
}
