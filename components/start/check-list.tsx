import { CircleAlert, CircleCheck, Clock } from "../ui/icons.tsx";

type State = "done" | "waiting" | "failed";

/** A check and its result. */
export type Check = readonly [name: string, state: State];

const LOOKS = {
  done: { icon: CircleCheck, text: "Yes", className: "text-good" },
  waiting: { icon: Clock, text: "Not yet", className: "text-muted" },
  failed: { icon: CircleAlert, text: "No", className: "text-bad" },
} as const;

/** Checks with their results. */
export function CheckList({ checks, testId }: { checks: readonly Check[]; testId?: string }) {
  return (
    <ul className="flex flex-col gap-1" data-testid={testId}>
      {checks.map(([name, state]) => {
        const { icon: Icon, text, className } = LOOKS[state];
        return (
          <li key={name} className={`untrusted flex items-center gap-2 ${className}`}>
            <Icon size={16} />
            {name}: {text}
          </li>
        );
      })}
    </ul>
  );
}
