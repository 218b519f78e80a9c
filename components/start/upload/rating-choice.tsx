import type { Vote } from "../../../lib/table-file/rating-words.ts";
import {
  type RatingChoices,
  type RatingFacts,
  type Thresholds,
  voteReader,
} from "../../../lib/table-file/ratings.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { SelectField } from "../../ui/select-field.tsx";

const VOTES: readonly [Vote, string][] = [
  ["helpful", "Helpful"],
  ["not helpful", "Not helpful"],
  ["none", "No vote"],
];
/** Characters of a value. */
const VALUE_LENGTH = 60;

/** Shows the values of the rating column, how often each occurs, and what it counts as. */
export function RatingChoice(props: {
  facts: RatingFacts;
  choices: RatingChoices;
  onChange: (choices: RatingChoices) => void;
}) {
  const { facts, choices, onChange } = props;
  const vote = voteReader(facts, choices);
  const open = facts.values.filter(({ text }) => vote(text) === null).length;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="font-semibold">What ratings count as</legend>
      <p className="text-muted empty:hidden">
        {facts.scale && `The numbers are from ${facts.scale}. `}
        {open > 0 && "Errata can’t tell what some values mean. Choose what each counts as."}
      </p>
      {facts.hasNumbers && <ThresholdChoice {...props} />}
      <table className="w-full max-w-md text-left" data-testid="rating-values">
        <thead className="text-muted">
          <tr>
            <th className="py-1 pr-3 font-normal">Value</th>
            <th className="py-1 pr-3 text-right font-normal">Rows</th>
            <th className="py-1 font-normal">Counts as</th>
          </tr>
        </thead>
        <tbody>
          {facts.values.map(({ key, text, count }) => {
            const shown = displayable(text).slice(0, VALUE_LENGTH);
            return (
              <tr key={key}>
                <td className="max-w-40 break-words py-1 pr-3">{shown}</td>
                <td className="py-1 pr-3 text-right tabular-nums">{count.toLocaleString("en")}</td>
                <td className="py-1">
                  <VoteField
                    label={`“${shown}” counts as`}
                    value={vote(text)}
                    onChange={(chosen) =>
                      onChange({ ...choices, votes: { ...choices.votes, [key]: chosen } })
                    }
                  />
                </td>
              </tr>
            );
          })}
          {facts.others.values > 0 && (
            <tr>
              <td className="py-1 pr-3">{facts.others.values.toLocaleString("en")} other values</td>
              <td className="py-1 pr-3 text-right tabular-nums">
                {facts.others.rows.toLocaleString("en")}
              </td>
              <td className="py-1">
                <VoteField
                  label="Other values count as"
                  value={choices.others}
                  onChange={(others) => onChange({ ...choices, others })}
                />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </fieldset>
  );
}

function VoteField(props: { label: string; value: Vote | null; onChange: (vote: Vote) => void }) {
  return (
    <SelectField<Vote | "">
      isLabelHidden
      label={props.label}
      value={props.value ?? ""}
      options={[...(props.value === null ? ([["", "Choose…"]] as const) : []), ...VOTES]}
      onChange={(vote) => vote !== "" && props.onChange(vote)}
    />
  );
}

/** Divides numbers: up to one they aren't helpful, from another they are, or the other way around. */
function ThresholdChoice({ facts, choices, onChange }: Parameters<typeof RatingChoice>[0]) {
  const numbers = facts.values.flatMap(({ number }) => (number === null ? [] : [number]));
  const { low = null, high = null } = choices.thresholds ?? facts.thresholds ?? {};
  if (new Set(numbers).size < 3) return null;
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  const isDown = low !== null && high !== null && low > high;
  const choose = (thresholds: Thresholds) => {
    // What was chosen for single numbers would hide the new division.
    const votes = Object.fromEntries(
      Object.entries(choices.votes).filter(
        ([key]) => !numbers.some((number) => String(number) === key),
      ),
    );
    onChange({ ...choices, votes, thresholds });
  };
  const set = (changes: { low?: number; high?: number }) => {
    const next = { low: low ?? lowest, high: high ?? highest, ...changes };
    if (isDown ? next.low > next.high : next.low < next.high) choose(next);
  };
  const turn = (best: string) => {
    if (low === null || high === null) {
      choose(best === "lowest" ? { low: highest, high: lowest } : { low: lowest, high: highest });
    } else choose({ low: lowest + highest - low, high: lowest + highest - high });
  };
  const options = numbers.map((number) => [String(number), String(number)] as const);
  const withCurrent = (value: number | null) =>
    value === null
      ? ([["", "Choose…"], ...options] as const)
      : numbers.includes(value)
        ? options
        : ([[String(value), String(value)], ...options] as const);
  return (
    <div className="grid max-w-xl grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
      <SelectField
        label="The best is"
        value={low === null ? "" : isDown ? "lowest" : "highest"}
        options={[
          ...(low === null ? ([["", "Choose…"]] as const) : []),
          ["highest", String(highest)],
          ["lowest", String(lowest)],
        ]}
        onChange={turn}
      />
      <SelectField
        label={isDown ? "Not helpful from" : "Not helpful up to"}
        value={low === null ? "" : String(low)}
        options={withCurrent(low)}
        onChange={(value) => set({ low: Number(value) })}
      />
      <SelectField
        label={isDown ? "Helpful up to" : "Helpful from"}
        value={high === null ? "" : String(high)}
        options={withCurrent(high)}
        onChange={(value) => set({ high: Number(value) })}
      />
    </div>
  );
}
