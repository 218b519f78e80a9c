"use client";

import { UnsavedChanges } from "../components/app/unsaved-changes.tsx";
import { Button } from "../components/ui/button.tsx";

/** Shown when rendering a page fails. The server log, by `digest`, or the browser's console has the cause. */
export default function ErrorPage({
  error: { digest },
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <main className="message-page">
      <h1>Something went wrong</h1>
      <p>
        Couldn't show this page. If this keeps happening, ask an admin to{" "}
        {digest === undefined ? "check the server log" : `look for ${digest} in the server log`}.
      </p>
      <UnsavedChanges until="when Errata loads again" />
      <p className="flex justify-center gap-2">
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
        <Button onClick={() => location.reload()}>Reload page</Button>
      </p>
    </main>
  );
}
