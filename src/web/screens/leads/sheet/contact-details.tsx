import type { LeadDetail } from "#shared/contract/lead.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { mailLink, phoneLink, webLink } from "#web/screens/leads/sheet/contact-links.ts";
import { DetailRow } from "#web/screens/leads/sheet/detail-row.tsx";
import { EditableField } from "#web/screens/leads/sheet/editable-field.tsx";

/** Who the lead is and how to reach them, to be edited where it stands. */
export function ContactDetails({ lead }: { lead: LeadDetail }) {
  return (
    <dl className="flex flex-col">
      <EditableField lead={lead} field="name" isFirst>
        {(name) => name}
      </EditableField>
      <EditableField lead={lead} field="email" type="email" copies>
        {(email) => <LinkOrText href={mailLink(email)}>{email}</LinkOrText>}
      </EditableField>
      <EditableField lead={lead} field="phone" type="tel" copies>
        {(phone) => <LinkOrText href={phoneLink(phone)}>{phone}</LinkOrText>}
      </EditableField>
      <EditableField lead={lead} field="scrapeUrl" type="url">
        {(address) => {
          const website = webLink(address);
          return (
            <LinkOrText href={website?.href ?? null} isOutside>
              {website?.label ?? address}
            </LinkOrText>
          );
        }}
      </EditableField>
      <EditableField lead={lead} field="company">
        {(company) => company}
      </EditableField>
      <EditableField lead={lead} field="industry">
        {(industry) => industry}
      </EditableField>
      <EditableField lead={lead} field="title">
        {(title) => title}
      </EditableField>
      <DetailRow label="Source">
        <span className="py-1.5 touch:py-3">{sourceName(lead.source)}</span>
      </DetailRow>
    </dl>
  );
}

interface LinkOrTextProps {
  href: string | null;
  isOutside?: boolean;
  children: string;
}

function LinkOrText({ href, isOutside = false, children }: LinkOrTextProps) {
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
