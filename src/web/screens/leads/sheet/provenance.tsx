import type { LeadDetail, Origin } from "#shared/contract/lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import { LEAD_TEXT_FIELDS } from "#shared/raw-lead.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

const METHODS: Record<Origin["method"], string> = {
  typed: "typed in",
  edited: "edited by hand",
  column: "read from its column",
  answer: "answered in a form",
  markup: "read from the page's markup",
  selector: "read by a selector",
  text: "found in text",
  header: "read from a message's header",
  signature: "read from a signature",
  derived: "made of other fields",
};

/** Where the value of each field comes from: the source, the row in it, how it was read, and when. */
export function Provenance({ lead }: { lead: LeadDetail }) {
  const known = LEAD_TEXT_FIELDS.flatMap((field) => {
    const origin = lead.provenance[field];
    return origin === undefined || lead[field] === "" ? [] : [{ field, value: lead[field], origin }];
  });
  if (known.length === 0) return null;
  return (
    <LeadSection title="Where each value comes from">
      <dl className="flex flex-col gap-3">
        {known.map(({ field, value, origin }) => (
          <div key={field} className="flex min-w-0 gap-3 text-sm">
            <dt className="w-24 shrink-0 text-muted">{fieldWords(field)}</dt>
            <dd className="min-w-0 flex-1">
              <Truncate text={value} className="text-left" />
              <p className="text-muted wrap-anywhere">
                {originWords(origin)}, <RelativeTime time={origin.at} style="activity" />
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </LeadSection>
  );
}

/** "Spring fair, Sheet1, row 7: read from its column". */
function originWords({ source, sourceName: name, locator, method }: Origin): string {
  const words = METHODS[method] ?? method;
  if (method === "edited") return words.charAt(0).toUpperCase() + words.slice(1);
  const place = [name || sourceName(source), locator].filter(Boolean).join(", ");
  return `${place}: ${words}`;
}
