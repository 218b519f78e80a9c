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

interface Props {
  facts: RatingFacts;
  choices: RatingChoices;
  onChange: (choices: RatingChoices) => void;
}

/** Shows the values of the rating column, how often each occurs, and what it counts as. */
export function RatingChoice(props: Props) {
  const { facts, choices, onChange } = props;
  const vote = voteReader(facts, choices);
  const { others } = facts;
  const isOpen = facts.values.some(({ text }) => vote(text) === null);
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="font-semibold">What ratings count as</legend>
      <p className="text-muted empty:hidden">
        {facts.scale && `The numbers are from ${facts.scale}. `}
        {isOpen && "Errata can't tell what some values mean. Choose what each counts as."}
      </p>
      {facts.hasNumbers && <ThresholdChoice {...props} />}
      <table className="w-full max-w-md text-left">
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
              <VoteRow
                key={key}
                name={shown}
                label={`“${shown}” counts as`}
                count={count}
                value={vote(text)}
                onChange={(chosen) =>
                  onChange({ ...choices, votes: { ...choices.votes, [key]: chosen } })
                }
              />
            );
          })}
          {others.values > 0 && (
            <VoteRow
              name={`${others.values.toLocaleString("en")} other values`}
              label="Other values count as"
              count={others.rows}
              value={choices.others}
              onChange={(chosen) => onChange({ ...choices, others: chosen })}
            />
          )}
        </tbody>
      </table>
    </fieldset>
  );
}

/** A value, and what it counts as. @param props.value null while that isn't known */
function VoteRow(props: {
  name: string;
  label: string;
  count: number;
  value: Vote | null;
  onChange: (vote: Vote) => void;
}) {
  const { name, count, ...field } = props;
  return (
    <tr>
      <td className="max-w-40 break-words py-1 pr-3">{name}</td>
      <td className="py-1 pr-3 text-right tabular-nums">{count.toLocaleString("en")}</td>
      <td className="py-1">
        <SelectField isLabelHidden options={VOTES} {...field} />
      </td>
    </tr>
  );
}

/** Divides numbers: up to one they aren't helpful, from another they are, or the other way around. */
function ThresholdChoice({ facts, choices, onChange }: Props) {
  const numbers = facts.values.flatMap(({ number }) => (number === null ? [] : [number]));
  if (new Set(numbers).size < 3) return null;
  const given = choices.thresholds ?? facts.thresholds;
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  const isDown = given !== null && given.low > given.high;
  const choose = (thresholds: Thresholds) => {
    // What was chosen for single numbers would hide the new division.
    const isNumber = (key: string) => numbers.some((number) => String(number) === key);
    const votes = Object.fromEntries(
      Object.entries(choices.votes).filter(([key]) => !isNumber(key)),
    );
    onChange({ ...choices, votes, thresholds });
  };
  const set = (changes: Partial<Thresholds>) => {
    const next = { low: lowest, high: highest, ...given, ...changes };
    if (isDown ? next.low > next.high : next.low < next.high) choose(next);
  };
  const turn = (best: "lowest" | "highest") =>
    choose(
      given
        ? { low: lowest + highest - given.low, high: lowest + highest - given.high }
        : best === "lowest"
          ? { low: highest, high: lowest }
          : { low: lowest, high: highest },
    );
  return (
    <div className="grid max-w-xl grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
      <SelectField
        label="The best is"
        value={given && (isDown ? "lowest" : "highest")}
        options={[
          ["highest", String(highest)],
          ["lowest", String(lowest)],
        ]}
        onChange={turn}
      />
      <NumberField
        label={isDown ? "Not helpful from" : "Not helpful up to"}
        value={given?.low ?? null}
        numbers={numbers}
        onChange={(low) => set({ low })}
      />
      <NumberField
        label={isDown ? "Helpful up to" : "Helpful from"}
        value={given?.high ?? null}
        numbers={numbers}
        onChange={(high) => set({ high })}
      />
    </div>
  );
}

function NumberField(props: {
  label: string;
  value: number | null;
  numbers: number[];
  onChange: (value: number) => void;
}) {
  const { label, value, numbers } = props;
  const offered = value === null || numbers.includes(value) ? numbers : [value, ...numbers];
  return (
    <SelectField
      label={label}
      value={value === null ? null : String(value)}
      options={offered.map((number) => [String(number), String(number)] as const)}
      onChange={(text) => props.onChange(Number(text))}
    />
  );
}
