import type { ReactNode } from "react";

/** Layout of pages outside the app, such as sign-in and invitations. */
export function SignInFrame(props: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-raised p-4">
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-lg border border-line bg-surface p-6">
        <p className="font-semibold text-muted">Errata</p>
        <h1 className="page-title">{props.title}</h1>
        {props.children}
      </div>
    </main>
  );
}
