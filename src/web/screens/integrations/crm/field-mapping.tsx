import { useQuery } from "@tanstack/react-query";
import type { CrmFields } from "#shared/contract/crm-connection.ts";
import { CRM_VALUES, type CrmValue } from "#shared/crm.ts";
import { crmPreviewQuery } from "#web/api/crm-connections.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { MappingRow } from "#web/ui/fields/mapping-row.tsx";
import { Select } from "#web/ui/fields/select.tsx";

const VALUES = Object.entries(CRM_VALUES) as [CrmValue, string][];

interface FieldMappingProps {
  connectionId: string;
  /** What the contact is called there. */
  record: string;
  fields: CrmFields["fields"];
  /** The field of each value; empty for those that aren't sent. */
  mapping: Readonly<Record<string, string>>;
  error: string | undefined;
  onChange: (mapping: Record<string, string>) => void;
}

/** Which field gets each value, with the values of the latest lead. */
export function FieldMapping({ connectionId, record, fields, mapping, error, onChange }: FieldMappingProps) {
  const { data: preview } = useQuery(crmPreviewQuery(connectionId));
  const lead = preview?.lead ?? null;
  return (
    <section aria-labelledby="crm-fields">
      <h3 id="crm-fields" className="font-semibold">
        Fields
      </h3>
      <p className="pb-2 text-sm text-muted">
        {lead === null ? "Empty values are never sent." : `With the values of ${lead.name || lead.email}.`}
      </p>
      <ul>
        <MappingRow name="Email" values={lead?.email ?? ""}>
          <p className="text-sm text-muted">Always sent: it identifies the {record}.</p>
        </MappingRow>
        {VALUES.map(([name, label]) => (
          <MappingRow key={name} name={label} values={preview?.values[name] ?? ""}>
            <Select
              aria-label={`Field for ${label}`}
              options={optionsFor(fields, mapping[name] ?? "")}
              value={mapping[name] ?? ""}
              onChange={(event) => onChange({ ...mapping, [name]: event.target.value })}
            />
          </MappingRow>
        ))}
      </ul>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-sm text-danger-ink">
          {error}
        </p>
      )}
    </section>
  );
}

interface OwnerMappingProps {
  owners: CrmFields["owners"];
  /** The owner of each account's leads. */
  mapping: Readonly<Record<string, string>>;
  onChange: (mapping: Record<string, string>) => void;
}

/** Who owns a person's leads in the CRM. */
export function OwnerMapping({ owners, mapping, onChange }: OwnerMappingProps) {
  const team = useTeam().filter(({ id, isActive }) => isActive || (mapping[id] ?? "") !== "");
  if (team.length === 0) return null;
  const options = owners.map(({ id, name, email }) => ({
    value: id,
    label: email === "" || email === name ? name : `${name} (${email})`,
  }));
  return (
    <section aria-labelledby="crm-owners">
      <h3 id="crm-owners" className="pb-2 font-semibold">
        Owners
      </h3>
      <ul>
        {team.map(({ id, username }) => (
          <MappingRow key={id} name={username} values="">
            <Select
              aria-label={`Owner for ${username}`}
              options={withChosen([{ value: "", label: "Don't set an owner" }, ...options], mapping[id] ?? "")}
              value={mapping[id] ?? ""}
              onChange={(event) => onChange({ ...mapping, [id]: event.target.value })}
            />
          </MappingRow>
        ))}
      </ul>
    </section>
  );
}

function optionsFor(fields: CrmFields["fields"], chosen: string): { value: string; label: string }[] {
  const sorted = fields.toSorted((one, other) => one.label.localeCompare(other.label));
  const options = sorted.map(({ name, label }) => ({ value: name, label }));
  return withChosen([{ value: "", label: "Don't send" }, ...options], chosen);
}

/** A choice that the CRM no longer has stays visible. */
function withChosen(options: { value: string; label: string }[], chosen: string): { value: string; label: string }[] {
  return options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];
}
