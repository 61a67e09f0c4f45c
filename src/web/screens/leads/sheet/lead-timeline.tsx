import { Link } from "react-router";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { paths } from "#web/paths.ts";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

/** The lead's history, newest first. */
export function LeadTimeline({ items }: { items: LeadDetail["timeline"] }) {
  return (
    <LeadSection title="Timeline">
      <ol className="flex flex-col">
        {items.map(({ id, title, description, by, at }) => (
          <li key={id} className="relative border-l border-line pb-4 pl-5 last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-1 size-2 rounded-full bg-field" />
            <p className="wrap-anywhere">
              <bdi>{title}</bdi>
            </p>
            {description !== "" && <p className="text-sm text-muted wrap-anywhere">{description}</p>}
            <p className="text-sm text-muted">
              {by !== "" && `${by} · `}
              <RelativeTime time={at} style="activity" />
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm">
        <Link to={paths.history()} className="rounded-sm text-link underline underline-offset-2">
          View full history
        </Link>
      </p>
    </LeadSection>
  );
}
