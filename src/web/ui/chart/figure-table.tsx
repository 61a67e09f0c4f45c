import { ScrollRegion } from "#web/ui/scroll-region.tsx";

export interface FigureRow {
  key: string;
  name: string;
  /** Formatted, one for each column after the first. */
  values: readonly string[];
}

interface FigureTableProps {
  /** Accessible name. */
  label: string;
  /** The first is for the row names. */
  columns: readonly string[];
  rows: readonly FigureRow[];
}

/** A chart's numbers as a scrollable table with a sticky header. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  return (
    <ScrollRegion label={`${label} as a table`} className="h-full overflow-auto rounded-md border border-line">
      <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`sticky top-0 h-9 border-b border-line bg-canvas px-2.5 font-semibold whitespace-nowrap text-muted ${index === 0 ? "left-0 z-20 text-left" : "z-10 text-right"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key} className="group hover:bg-hover">
              <th
                scope="row"
                className="sticky left-0 h-9 w-full max-w-0 min-w-28 border-b border-line bg-surface px-2.5 text-left font-normal group-last:border-b-0 group-hover:bg-hover"
              >
                <span title={name} dir="auto" className="line-clamp-2 text-left break-words">
                  {name}
                </span>
              </th>
              {values.map((value, index) => (
                <td
                  key={columns[index + 1]}
                  className="border-b border-line px-2.5 text-right tabular-nums group-last:border-b-0"
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
