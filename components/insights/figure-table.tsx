import { IntentLink } from "../ui/intent-link.tsx";
import type { Figure, FigureCell } from "./figure.ts";

/** The numbers of a figure. Numbers of items lead to these items. */
export function FigureTable({ figure, labelledBy }: { figure: Figure; labelledBy: string }) {
  return (
    // It can be scrolled with the keyboard.
    <section aria-label={`${figure.title}: table`} tabIndex={0} className="max-h-80 overflow-auto">
      <table aria-labelledby={labelledBy} className="w-full border-collapse text-left">
        <thead className="sticky top-0 bg-surface">
          <tr className="text-muted">
            <th scope="col" className="py-1 pr-3 font-normal">
              {figure.rowName}
            </th>
            {figure.columns.map((name) => (
              <th key={name} scope="col" className="py-1 pr-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figure.rows.map(({ id, name, href, cells }) => (
            <tr key={id} className="border-line border-t">
              <th scope="row" className="untrusted py-1 pr-3 font-normal">
                {href === undefined ? name : <CellLink href={href}>{name}</CellLink>}
              </th>
              {cells.map((cell, index) => (
                <td
                  key={figure.columns[index]}
                  className="whitespace-nowrap py-1 pr-3 text-right tabular-nums"
                >
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ cell: { text, href } }: { cell: FigureCell }) {
  return href === undefined ? text : <CellLink href={href}>{text}</CellLink>;
}

function CellLink({ href, children }: { href: string; children: string }) {
  return (
    <IntentLink href={href} className="hover:underline">
      {children}
    </IntentLink>
  );
}
