import { PROMPT_LIMIT } from "../../lib/prompt/size.ts";
import { counted } from "../../lib/text/counted.ts";

/** Shows a prompt's length against the limit, in characters and roughly in tokens. */
export function SizeMeter(props: { items: number; size: { characters: number; tokens: number } }) {
  const { items, size } = props;
  return (
    <p className="mr-auto flex flex-wrap items-center gap-x-2 text-muted tabular-nums">
      <span>
        {counted(items, "item")} · {size.characters.toLocaleString("en")} of{" "}
        {PROMPT_LIMIT.toLocaleString("en")} characters · about {size.tokens.toLocaleString("en")}{" "}
        tokens
      </span>
      <meter
        aria-label="Prompt length"
        min={0}
        max={PROMPT_LIMIT}
        low={PROMPT_LIMIT * 0.75}
        high={PROMPT_LIMIT * 0.95}
        optimum={0}
        value={Math.min(size.characters, PROMPT_LIMIT)}
        className="h-3 w-20 max-md:hidden [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:[background:var(--sunken)] [&::-webkit-meter-even-less-good-value]:[background:var(--bad)] [&::-webkit-meter-optimum-value]:[background:var(--accent)] [&::-webkit-meter-suboptimum-value]:[background:var(--warn)]"
      />
    </p>
  );
}
