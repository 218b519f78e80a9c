import type { FormEvent, ReactNode } from "react";
import { Button } from "./button.tsx";

/** A form: its fields, and the button that sends it. */
export function Form(props: {
  /** On the button. */
  action: string;
  isBusy: boolean;
  /** Whether required fields are filled in. */
  isComplete: boolean;
  onSubmit: () => void;
  /** Cancels. Without it, there is no "Cancel" button. */
  onCancel?: () => void;
  /** Fields and button in one row, as far as there is room. */
  isRow?: boolean;
  children: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  const layout = props.isRow ? "flex flex-wrap items-end gap-x-4" : "flex w-full flex-col";
  return (
    <form onSubmit={submit} className={`${layout} gap-y-2`}>
      {props.children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={props.isBusy || !props.isComplete}>
          {props.action}
        </Button>
        {props.onCancel && <Button onClick={props.onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
