import { Notice } from "../ui/notice.tsx";

/** How to open a local dashboard in this browser. */
export function LocalLinkAdvice({ isRejected }: { isRejected: boolean }) {
  return (
    <>
      {isRejected && (
        <Notice tone="bad" role="alert">
          This link was already used or has expired. Get a new one with <code>npm run link</code>.
        </Notice>
      )}
      <p className="text-muted">
        To keep other programs out, this dashboard opens only in browsers where you've used one of
        its links.
      </p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-muted">
        <li>Open the link that Errata printed when it started.</li>
        <li>
          Or run <code>npm run link</code> in Errata's folder and open the link that it prints.
        </li>
      </ul>
      <p className="text-muted">Each link works once and expires after an hour.</p>
    </>
  );
}
