import { useQuery } from "@tanstack/react-query";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { importsQuery } from "#web/api/imports.ts";
import { STATE_WORDS } from "#web/screens/leads/import/import-words.ts";
import { formatCounted } from "#web/format/number.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Status } from "#web/ui/status.tsx";

/** Recent imports, linking to their counts, rejected rows and undo. */
export function FormerImports({ onOpen }: { onOpen: (id: string) => void }) {
  const { data: imports } = useQuery(importsQuery);
  if (imports === undefined || imports.length === 0) return null;
  return (
    <section aria-labelledby="former-imports">
      <h3 id="former-imports" className="pb-2 font-semibold">
        Recent imports
      </h3>
      <ul>
        {imports.map((lead) => (
          <li key={lead.id} className="border-t border-line">
            <button
              type="button"
              onClick={() => onOpen(lead.id)}
              className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-sm px-1 py-2.5 text-left hover:bg-hover touch:min-h-11"
            >
              <span dir="auto" className="min-w-0 flex-1 basis-40 text-left font-semibold wrap-anywhere">
                {lead.fileName}
              </span>
              <Status tone={STATE_WORDS[lead.state].tone}>{STATE_WORDS[lead.state].word}</Status>
              {lead.state !== "ready" && <span className="text-sm text-muted tabular-nums">{newLeads(lead)}</span>}
              <span className="text-sm text-muted">
                <RelativeTime time={lead.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function newLeads({ counts: { created } }: LeadImport): string {
  return formatCounted(created, "new lead");
}
