import { CopyButton } from "../ui/copy-button.tsx";

/** Lines to paste somewhere else, with a button that copies them. */
export function Lines({ text }: { text: string }) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <pre
        tabIndex={0}
        className="min-w-0 flex-1 basis-64 overflow-x-auto rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
      >
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
