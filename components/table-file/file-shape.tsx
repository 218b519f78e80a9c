import type { ReactNode } from "react";
import { SEPARATORS } from "../../lib/table-file/csv-dialect.ts";
import type { CsvShape } from "../../lib/table-file/csv-table.ts";
import { ENCODINGS, isEncoding } from "../../lib/table-file/decode.ts";
import type { ReadChoices, TableFile } from "../../lib/table-file/read-table.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Notice } from "../ui/notice.tsx";
import { SelectField } from "../ui/select-field.tsx";

interface Props {
  file: TableFile;
  choices: ReadChoices;
  choose: (changes: ReadChoices) => void;
}

/** Characters of a row that is offered as the header. */
const HEADER_LENGTH = 80;

/**
 * Says how a file was read, and offers other ways.
 * @param props.children further choices
 */
export function FileShape({ children, ...props }: Props & { children?: ReactNode }) {
  const { file, choices, choose } = props;
  const { csv, json, encoding } = file;
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
        {children}
        {json && json.lists.length > 0 && (
          <SelectField
            label="List"
            value={json.list}
            options={json.lists.map(
              ({ name, count }) =>
                [name, `${name || "The file"} (${counted(count, "row")})`] as const,
            )}
            onChange={(list) => choose({ list })}
          />
        )}
        {csv && <CsvChoices {...props} csv={csv} />}
        <SelectField
          label="Encoding"
          value={encoding}
          options={Object.entries(ENCODINGS)}
          onChange={(chosen) => isEncoding(chosen) && choose({ encoding: chosen })}
        />
      </div>
      {/* Below, so that a choice stays where it is when its warning goes. */}
      {file.isEncodingGuess && !choices.encoding && (
        <Notice tone="warn">
          {encoding === "utf-8"
            ? "Some characters of this file can't be read and show as �. Check the rows below, or choose another encoding."
            : `This file isn't UTF-8, so it was read as ${ENCODINGS[encoding]}. Check the letters with accents below. If they are wrong, choose another encoding.`}
        </Notice>
      )}
      {csv && choices.isByLine === undefined && <Swallowed csv={csv} />}
    </>
  );
}

/** The header, the separator, and how quotes are read where they seem to swallow rows. */
function CsvChoices({ csv, choices, choose }: Props & { csv: CsvShape }) {
  const { isByLine } = choices;
  const headers = csv.start.map(({ line, cells }) => {
    const text = displayable(cells.join(", ")).slice(0, HEADER_LENGTH);
    return [String(line), `Row ${line}: ${text}`] as const;
  });
  return (
    <>
      <SelectField
        label="Header"
        value={String(csv.header)}
        options={[...headers, ["0", "No header"]]}
        onChange={(line) => choose({ header: Number(line) })}
      />
      <SelectField
        label="Separator"
        value={csv.separator}
        options={Object.entries({ [csv.separator]: csv.separator, ...SEPARATORS })}
        onChange={(separator) => choose({ separator, header: undefined })}
      />
      {(csv.swallowed.length > 0 || isByLine !== undefined) && (
        <SelectField
          label="Quotes"
          value={isByLine === undefined ? null : isByLine ? "line" : "cell"}
          options={[
            ["line", "Each line is a row"],
            ["cell", "Cells may span lines"],
          ]}
          onChange={(value) => choose({ isByLine: value === "line" })}
        />
      )}
    </>
  );
}

/** Warns of quotes that seem to swallow rows. */
function Swallowed({ csv: { swallowed } }: { csv: CsvShape }) {
  const [first] = swallowed;
  if (!first) return null;
  const others = swallowed.length - 1;
  return (
    <Notice tone="warn">
      Row {first.line} spans {first.lines} lines
      {others > 0 && `, and so ${others === 1 ? "does 1 other row" : `do ${others} other rows`}`}. A
      quote that isn't closed may have swallowed the rows after it. Choose how to read quotes.
    </Notice>
  );
}
