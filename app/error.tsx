"use client";

import { Button } from "../components/ui/button.tsx";

/** Shown when rendering a page fails. The server log has the cause. */
export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <main className="mx-auto flex max-w-md flex-col items-center gap-3 p-10 text-center">
      <h1 className="font-semibold text-base">Something went wrong</h1>
      <p className="text-muted">
        Couldn't load this page. Nothing was lost. If this keeps happening, check the server log.
      </p>
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
    </main>
  );
}
