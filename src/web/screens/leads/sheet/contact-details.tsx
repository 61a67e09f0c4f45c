import { Copy, Plus, Waypoints } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { fieldNoun } from "#shared/field-words.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { fieldsIn, LEAD_FIELDS, type LeadFieldType, type LeadTextField } from "#shared/lead-fields.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useMay } from "#web/api/use-may.ts";
import { readDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { useSubjectActions } from "#web/layout/palette/subject-actions.ts";
import { mailLink, phoneLink, webLink } from "#web/screens/leads/sheet/contact-links.ts";
import { DetailRow } from "#web/screens/leads/sheet/detail-row.tsx";
import { EditableField } from "#web/screens/leads/sheet/editable-field.tsx";
import { LeadSection } from "#web/screens/leads/sheet/lead-section.tsx";
import { LeadCrmRows } from "#web/screens/leads/sheet/lead-crm.tsx";
import { fieldDraft, isFieldDraft } from "#web/screens/leads/sheet/use-field-edit.ts";
import { FieldSource, useFieldSources } from "#web/screens/leads/sheet/field-source.tsx";
import { AddressNote } from "#web/ui/leads/address-mark.tsx";
import { Button } from "#web/ui/button.tsx";
import { copyText } from "#web/ui/copy-button.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const FIELDS = fieldsIn("sheet");
const COPIED = [
  { field: "email", what: "email" },
  { field: "phone", what: "phone number" },
] as const;

interface ContactDetailsProps {
  lead: LeadDetail;
  showsSources: boolean;
  onShowSources: (shows: boolean) => void;
}

/** Contact details, editable in place. Empty ones are a button to add them. */
export function ContactDetails({ lead, showsSources, onShowSources }: ContactDetailsProps) {
  const sources = useFieldSources(lead);
  const mayEdit = useMay("work");
  const copied = COPIED.filter(({ field }) => lead[field] !== "");
  useSubjectActions({
    title: leadTitle(lead),
    entries: copied.map(({ field, what }) => ({
      label: `Copy ${what}`,
      words: "clipboard contact",
      Icon: Copy,
      isSearched: true,
      run: () => void copyText(lead[field], what).then((isDone) => isDone && toast.success(`${lead[field]} copied`)),
    })),
  });
  const { adding, start, end, addButtons } = useAddedFields(lead);
  const shown = FIELDS.filter((field) => lead[field] !== "" || adding.has(field));
  const empty = FIELDS.filter((field) => !shown.includes(field));
  return (
    <LeadSection
      title="Contact"
      action={
        <Button
          variant="ghost"
          size="small"
          icon={<Waypoints aria-hidden />}
          aria-pressed={showsSources}
          className="-mr-2.5 font-normal text-muted aria-pressed:bg-hover aria-pressed:text-ink forced-colors:aria-pressed:outline-2"
          onClick={() => onShowSources(!showsSources)}
        >
          Show sources
        </Button>
      }
    >
      <dl className="flex flex-col">
        {shown.map((field) => {
          const { type } = LEAD_FIELDS[field];
          return (
            <EditableField
              key={field}
              lead={lead}
              field={field}
              isFirst={field === FIELDS[0]}
              copies={type === "email" || type === "phone"}
              source={<FieldSource leadId={lead.id} field={field} source={sources.of(field)} isOpen={showsSources} />}
              showsSource={showsSources}
              {...(adding.has(field) && { onEmpty: () => end(field) })}
            >
              {(value) => (
                <>
                  <FieldText type={type} value={value} />
                  {field === "email" && <AddressNote quality={lead.addressQuality} reason={lead.addressReason} />}
                </>
              )}
            </EditableField>
          );
        })}
        <DetailRow label="Source">
          <span className="py-1.5 touch:py-3">{sourceName(lead.source)}</span>
        </DetailRow>
        <LeadCrmRows crm={lead.crm} />
      </dl>
      {showsSources && sources.error !== null && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          Couldn't load other values. {detailOf(sources.error)}
        </p>
      )}
      {mayEdit && empty.length > 0 && (
        <div ref={addButtons} className="mt-2 -ml-2.5 flex flex-wrap gap-x-1">
          {empty.map((field) => (
            <Button
              key={field}
              data-field={field}
              variant="ghost"
              size="small"
              icon={<Plus aria-hidden />}
              className="font-normal text-muted"
              onClick={() => start(field)}
            >
              Add {fieldNoun(field)}
            </Button>
          ))}
        </div>
      )}
    </LeadSection>
  );
}

/** The empty fields being filled in. When one ends empty, focus goes back to its button. */
function useAddedFields(lead: LeadDetail) {
  const account = useDraftKey("");
  const [adding, setAdding] = useState<ReadonlySet<LeadTextField>>(() => {
    const isDrafted = (field: LeadTextField) => readDraft(account + fieldDraft(lead.id, field), isFieldDraft) !== null;
    return new Set(FIELDS.filter((field) => lead[field] === "" && isDrafted(field)));
  });
  const addButtons = useRef<HTMLDivElement>(null);
  const ended = useRef<LeadTextField>(undefined);
  const end = (field: LeadTextField): void => setAdding(new Set([...adding].filter((one) => one !== field)));
  const filled = [...adding].find((field) => lead[field] !== "");
  if (filled !== undefined) end(filled);
  useEffect(() => {
    if (ended.current === undefined) return;
    if (document.activeElement === document.body) {
      addButtons.current?.querySelector<HTMLElement>(`[data-field=${ended.current}]`)?.focus();
    }
    ended.current = undefined;
  });
  return {
    adding,
    addButtons,
    start: (field: LeadTextField) => setAdding(new Set([...adding, field])),
    end: (field: LeadTextField) => {
      ended.current = field;
      end(field);
    },
  };
}

function FieldText({ type, value }: { type: LeadFieldType; value: string }) {
  if (type === "email") return <LinkOrText href={mailLink(value)}>{value}</LinkOrText>;
  if (type === "phone") return <LinkOrText href={phoneLink(value)}>{value}</LinkOrText>;
  if (type !== "link") return value;
  const website = webLink(value);
  return (
    <LinkOrText href={website?.href ?? null} isOutside>
      {website?.label ?? value}
    </LinkOrText>
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
      className="rounded-sm text-link underline decoration-line underline-offset-3 hover:decoration-link touch:-my-3 touch:inline-block touch:py-3"
    >
      {children}
    </a>
  );
}
