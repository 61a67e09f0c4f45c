import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { ScrollRegion } from "#web/ui/scroll-region.tsx";

/** The first rows, as parsed. */
export function FilePreview({ import: { columns, preview } }: { import: LeadImport }) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">First rows</h3>
      {preview.length === 0 ? (
        <p className="text-muted">The file has no rows.</p>
      ) : (
        <ScrollRegion label="First rows" className="max-h-56 overflow-auto rounded-md border border-line">
          <table className="min-w-full border-separate border-spacing-0 text-sm">
            <thead>
              <tr>
                {columns.map(({ index, name }) => (
                  <th
                    key={index}
                    scope="col"
                    title={name}
                    className="sticky top-0 h-9 max-w-60 truncate border-b border-line bg-canvas px-3 text-left font-semibold whitespace-nowrap text-muted"
                  >
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {preview.map((cells, row) => (
                <tr key={row}>
                  {columns.map(({ index }) => (
                    <td
                      key={index}
                      dir="auto"
                      title={cells[index]}
                      className="h-9 max-w-60 truncate border-b border-line px-3 text-left"
                    >
                      {cells[index] ?? ""}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}
