import { allOf } from "../../../lib/table-file/column-list.ts";
import { type DateFacts, type DateOrder, zoneName } from "../../../lib/table-file/dates.ts";
import type { ImportChoices, ImportPlan } from "../../../lib/table-file/plan-import.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { SelectField } from "../../ui/select-field.tsx";

const ORDERS = {
  dmy: "Day, month, year",
  mdy: "Month, day, year",
  ymd: "Year, month, day",
} as const;

const UNRATED = [
  ["skipped", "Don't import"],
  ["helpful", "Count as helpful"],
  ["not helpful", "Count as not helpful"],
] as const;

interface Props {
  plan: ImportPlan;
  /** The zone of times that have none, if the file says it. */
  zone: string | undefined;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}

/** Choices about the meaning of values, where the file doesn't say it. */
export function RowChoices(props: Props) {
  const { plan, choices, onChange } = props;
  const { votes, html } = plan;
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-3 empty:hidden">
      {choices.open.comment && (
        <SelectField
          label={`Text in ${displayable(allOf(choices.open.comment))}`}
          value={null}
          options={[
            ["added", "Add to the comment"],
            ["left", "Don't import"],
          ]}
          onChange={(value) => onChange(withText(choices, value === "added"))}
        />
      )}
      {(votes.none > 0 || choices.unrated !== null) && (
        <SelectField
          label={`Rows without a vote (${votes.none.toLocaleString("en")})`}
          value={choices.unrated}
          options={UNRATED}
          onChange={(unrated) => onChange({ ...choices, unrated })}
        />
      )}
      {plan.dates && <DateChoices {...props} dates={plan.dates} />}
      {html > 0 && (
        <SelectField
          label={`HTML in comments (${html.toLocaleString("en")})`}
          value={choices.readsHtml ? "text" : "kept"}
          options={[
            ["text", "Becomes text"],
            ["kept", "Stays as it is"],
          ]}
          onChange={(value) => onChange({ ...choices, readsHtml: value === "text" })}
        />
      )}
    </div>
  );
}

function DateChoices({ dates, zone, choices, onChange }: Props & { dates: DateFacts }) {
  const zones: [string, string][] = [
    ["utc", "UTC"],
    ["local", `${zoneName("local")}, your time zone`],
  ];
  if (zone !== undefined) zones.push([zone, `${zone}, as the file says`]);
  return (
    <>
      {(dates.open.length > 0 || dates.order) && (
        <OrderChoice dates={dates} choices={choices} onChange={onChange} />
      )}
      {dates.local > 0 && (
        <SelectField
          label="Times without a zone are in"
          value={choices.zone}
          options={zones}
          onChange={(chosen) => onChange({ ...choices, zone: chosen })}
        />
      )}
    </>
  );
}

/** Adds the columns that may belong to the comment, or leaves them out. */
function withText(choices: ImportChoices, isAdded: boolean): ImportChoices {
  const { comment: names = [], ...open } = choices.open;
  if (!isAdded) return { ...choices, open };
  const [comment = null, ...more] = [
    choices.columns.comment,
    ...choices.moreComments,
    ...names,
  ].filter((name) => name !== null);
  return { ...choices, open, columns: { ...choices.columns, comment }, moreComments: more };
}

function OrderChoice(props: {
  dates: DateFacts;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}) {
  const { dates, choices, onChange } = props;
  const value = choices.dateOrder ?? dates.order;
  const orders: DateOrder[] = dates.open.length > 0 ? dates.open : ["dmy", "mdy"];
  const offered = value === null || orders.includes(value) ? orders : [value, ...orders];
  return (
    <SelectField
      label={`Order of “${displayable(dates.example)}”`}
      value={value}
      options={offered.map((order) => [order, ORDERS[order]] as const)}
      onChange={(order) => onChange({ ...choices, dateOrder: order })}
    />
  );
}
