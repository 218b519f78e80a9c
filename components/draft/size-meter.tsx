import { PROMPT_LIMIT } from "../../lib/prompt/size.ts";

/** How much of a prompt's most there is, in characters and roughly in tokens. */
export function SizeMeter(props: {
  entries: number;
  size: { characters: number; tokens: number };
}) {
  const { entries, size } = props;
  return (
    <p className="mr-auto flex flex-wrap items-center gap-x-2 text-muted tabular-nums">
      <span>
        {entries} {entries === 1 ? "entry" : "entries"} · {size.characters.toLocaleString("en")} of{" "}
        {PROMPT_LIMIT.toLocaleString("en")} characters · about {size.tokens.toLocaleString("en")}{" "}
        tokens
      </span>
      <meter
        aria-label="Length of the prompt"
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
