import { Button } from "../ui/button.tsx";

/** What can be done with the selection. */
export function SelectionBar(props: {
  count: number;
  cut: boolean;
  problem: string | undefined;
  onDraft: () => void;
  onApproach: () => void;
  onClear: () => void;
}) {
  const { count } = props;
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3 py-2"
    >
      <p role="status" className="mr-2 tabular-nums">
        {props.problem ?? `${count.toLocaleString("en")} selected`}
        {props.cut && " (more match than one selection holds)"}
      </p>
      <Button
        look="primary"
        data-testid="draft-prompt"
        disabled={count === 0}
        onPointerEnter={props.onApproach}
        onFocus={props.onApproach}
        onClick={props.onDraft}
      >
        Draft prompt
      </Button>
      <Button look="quiet" onClick={props.onClear}>
        Clear
      </Button>
    </section>
  );
}
