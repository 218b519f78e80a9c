"use client";

import { useSyncExternalStore } from "react";
import { serverUpdated } from "../../lib/queries/version.ts";
import { Button } from "../ui/button.tsx";
import { reloadPage } from "./reload-page.ts";

/** Says that the page is from an older build than the server. The page reloads only if asked to. */
export function UpdateNotice() {
  const isUpdated = useSyncExternalStore(serverUpdated.subscribe, serverUpdated.value, () => false);
  return (
    <div role="status" data-testid="update-notice" className="empty:absolute">
      {isUpdated && (
        <p className="update-notice">
          <span className="max-md:sr-only">Errata was updated.</span>
          <Button className="ml-auto max-md:py-0.5" onClick={reloadPage}>
            <span className="max-md:hidden">Reload</span>
            <span className="md:hidden">Update</span>
          </Button>
        </p>
      )}
    </div>
  );
}
