import type { ReactNode } from "react";
import type { LeadDetail } from "#shared/contract/lead.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { mailLink, phoneLink, webLink } from "#web/screens/leads/sheet/contact-links.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** Who the lead is and how to reach them. */
export function ContactDetails({ lead }: { lead: LeadDetail }) {
  const website = webLink(lead.scrapeUrl);
  return (
    <dl className="flex flex-col">
      <Detail label="Email" copy={lead.email}>
        <LinkOrText href={mailLink(lead.email)}>{lead.email}</LinkOrText>
      </Detail>
      <Detail label="Phone" copy={lead.phone}>
        <LinkOrText href={phoneLink(lead.phone)}>{lead.phone}</LinkOrText>
      </Detail>
      <Detail label="Website">
        <LinkOrText href={website?.href ?? null} isOutside>
          {website?.label ?? lead.scrapeUrl}
        </LinkOrText>
      </Detail>
      <Detail label="Company">{lead.company}</Detail>
      <Detail label="Industry">{lead.industry}</Detail>
      <Detail label="Job title">{lead.title}</Detail>
      <Detail label="Source">{sourceName(lead.source)}</Detail>
    </dl>
  );
}

interface DetailProps {
  label: string;
  /** The text to copy; no button without one. */
  copy?: string;
  children: ReactNode;
}

function Detail({ label, copy, children }: DetailProps) {
  return (
    <div className="flex min-h-9 items-start gap-3">
      <dt className="w-24 shrink-0 py-1.5 text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-start gap-3">
        <span dir="auto" className="min-w-0 flex-1 py-1.5 text-left wrap-anywhere">
          {children || <span className="text-muted">N/A</span>}
        </span>
        {copy && <CopyButton text={copy} what={label.toLowerCase()} />}
      </dd>
    </div>
  );
}

function LinkOrText({
  href,
  isOutside = false,
  children,
}: {
  href: string | null;
  isOutside?: boolean;
  children: string;
}) {
  if (children === "") return <span className="text-muted">N/A</span>;
  if (href === null) return children;
  return (
    <a
      href={href}
      {...(isOutside ? { target: "_blank", rel: "noopener noreferrer" } : {})}
      className="rounded-sm text-link underline decoration-line underline-offset-3 hover:decoration-link"
    >
      {children}
    </a>
  );
}
