"use client";

import { Button } from "../components/ui/button.tsx";

/** What a person sees when a page could not be made. The cause is in the server's log. */
export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <main className="mx-auto flex max-w-md flex-col items-center gap-3 p-10 text-center">
      <h1 className="font-semibold text-base">This page could not be shown</h1>
      <p className="text-muted">
        Nothing was lost. The server's log has the cause; often the database is busy or away.
      </p>
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
    </main>
  );
}
