import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { DataSourceTestResult } from "#shared/contract/data-source.ts";
import { CopyableText } from "#web/ui/copyable-text.tsx";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface TestOutcomeProps {
  outcome: DataSourceTestResult;
  onDismiss?: () => void;
}

/** Result of a connection test: cause and fix, the headers read, the address to share the sheet with. */
export function TestOutcome({ outcome: { valid, message, headers, shareWith, leads }, onDismiss }: TestOutcomeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // It may appear below the visible part of the dialog.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={notice}>
      <Notice tone={valid ? "success" : "danger"} title={valid ? "Connection successful" : "Connection failed"}>
        <div className="relative flex flex-col gap-2">
          <p>{message}</p>
          {shareWith !== undefined && (
            <CopyableText label="Share the sheet with this address as a viewer" text={shareWith} what="address" />
          )}
          {headers !== undefined && headers.length > 0 && (
            <div className="flex flex-wrap items-center gap-1">
              <span className="mr-1 text-sm text-muted">Headers found</span>
              {headers.map((header, column) => (
                <Badge key={`${column} ${header}`}>{header}</Badge>
              ))}
            </div>
          )}
          {leads !== undefined && <LeadsPreview leads={leads} />}
          {onDismiss !== undefined && (
            <IconButton
              label="Dismiss"
              icon={<X aria-hidden />}
              onClick={onDismiss}
              className="absolute -top-6 right-0"
            />
          )}
        </div>
      </Notice>
    </div>
  );
}

/** The first rows as they would become leads. */
function LeadsPreview({ leads }: { leads: NonNullable<DataSourceTestResult["leads"]> }) {
  return (
    <ol aria-label="First leads" className="flex flex-col gap-1 text-sm">
      {leads.map((lead, index) => {
        const values = LEAD_TEXT_FIELDS.flatMap((field) => lead[field] ?? []);
        return (
          <li key={index} dir="auto" className="truncate text-left">
            {values.length === 0 ? "Nothing that identifies a lead" : values.join(" · ")}
          </li>
        );
      })}
    </ol>
  );
}
