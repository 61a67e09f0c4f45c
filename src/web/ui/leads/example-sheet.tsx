import { ScrollRegion } from "#web/ui/scroll-region.tsx";

interface ExampleSheetProps {
  headers: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A spreadsheet excerpt with row numbers. */
export function ExampleSheet({ headers, rows }: ExampleSheetProps) {
  return (
    <ScrollRegion label="Example sheet" className="overflow-x-auto rounded-md border border-line">
      <table className="w-full min-w-160 border-collapse text-sm">
        <thead>
          <tr>
            <RowNumber>{1}</RowNumber>
            {headers.map((header) => (
              <th
                key={header}
                scope="col"
                className="border-l border-line bg-canvas px-2.5 py-1.5 text-left font-semibold"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={cells[0]}>
              <RowNumber>{row + 2}</RowNumber>
              {cells.map((cell) => (
                <td key={cell} className="border-t border-l border-line px-2.5 py-1.5 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function RowNumber({ children }: { children: number }) {
  return (
    <td aria-hidden className="w-9 border-t border-line bg-canvas px-2 py-1.5 text-right text-muted tabular-nums">
      {children}
    </td>
  );
}
