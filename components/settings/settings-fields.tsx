import type { ReactNode } from "react";
import { usePermission } from "../app/session.tsx";
import { Notice } from "../ui/notice.tsx";

/** Controls of project settings. Disabled while the settings load, and for people who can't change them. */
export function SettingsFields(props: {
  legend: string;
  isLoaded: boolean;
  /** Why the settings couldn't be loaded. */
  error: Error | null;
  /** Not set where an error is shown next to the button. */
  save?: { error: Error | null };
  children: ReactNode;
}) {
  const { isLoaded, error, save } = props;
  const canChange = usePermission("settings");
  if (!isLoaded && error) return <Notice tone="bad">{error.message}</Notice>;
  const shown = save?.error ?? error;
  return (
    <fieldset disabled={!isLoaded || !canChange} className="flex min-w-0 flex-col gap-5">
      <legend className="sr-only">{props.legend}</legend>
      {shown && (
        <Notice tone="bad" role="alert">
          {shown.message} {save?.error && "Your change wasn't saved."}
        </Notice>
      )}
      {props.children}
    </fieldset>
  );
}
