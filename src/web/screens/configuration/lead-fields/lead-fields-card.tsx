import { useQuery } from "@tanstack/react-query";
import { ArrowDownToLine, ArrowUpFromLine, Ellipsis, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { FIELD_KINDS } from "#shared/contract/leads/field-value.ts";
import { ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { assignmentRulesQuery } from "#web/api/assignment.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { deleteLeadField, demoteField } from "#web/api/leads/lead-fields.ts";
import { rulesQuery } from "#web/api/rules.ts";
import { formatCounted } from "#web/format/number.ts";
import { LeadFieldForm } from "#web/screens/configuration/lead-fields/lead-field-form.tsx";
import { PromotionForm } from "#web/screens/configuration/lead-fields/promotion-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";

interface Open {
  /** Null for a new field. */
  field: LeadFieldDefinition | null;
  doing: "edit" | "fill" | "empty" | "delete";
}

/** Custom fields of leads: add, rename and delete. */
export function LeadFieldsCard() {
  const query = useQuery(leadFieldsQuery);
  const { data: fields, error } = query;
  const [open, setOpen] = useState<Open | null>(null);
  const shown = useLastShown(open);
  const removing = useAction(deleteLeadField);
  const emptying = useAction(demoteField);
  const close = (): void => setOpen(null);
  const remove = ({ id, name }: LeadFieldDefinition): Promise<boolean> =>
    removing.run({ params: { id } }, { done: `Field “${name}” deleted`, failed: "Failed to delete the field" });
  const empty = ({ id, name }: LeadFieldDefinition): Promise<boolean> =>
    emptying.run(
      { params: { id } },
      {
        done: ({ changed }) => `${formatCounted(changed, "value")} of “${name}” moved to other details`,
        failed: "Failed to move the values",
      },
    );
  const field = shown?.field ?? null;
  return (
    <Card title="Custom fields" description="Details of leads that your team defines." unsized>
      {fields === undefined && error !== null ? (
        <QueryFailed what="custom fields" query={query} />
      ) : (
        <div className="flex flex-col gap-3">
          {fields?.length === 0 && <p className="text-muted">There are no custom fields yet.</p>}
          {fields !== undefined && fields.length > 0 && (
            <ul aria-label="Custom fields" className="-mx-2 max-h-96 overflow-y-auto">
              {fields.map((one) => (
                <FieldItem key={one.id} field={one} onDo={(doing) => setOpen({ field: one, doing })} />
              ))}
            </ul>
          )}
          <IfAllowed to="manage">
            <Button
              className="self-start"
              icon={<Plus aria-hidden />}
              onClick={() => setOpen({ field: null, doing: "edit" })}
            >
              Add field
            </Button>
          </IfAllowed>
        </div>
      )}
      <Dialog
        open={open?.doing === "edit"}
        onOpenChange={close}
        title={field === null ? "Add custom field" : "Edit custom field"}
      >
        <LeadFieldForm key={field?.id ?? "new"} field={field} onClose={close} />
      </Dialog>
      {field !== null && (
        <Dialog open={open?.doing === "fill"} onOpenChange={close} title={`Fill “${field.name}” from a detail`}>
          <PromotionForm key={field.id} field={field} onClose={close} />
        </Dialog>
      )}
      {field !== null && (
        <ConfirmDialog
          open={open?.doing === "empty"}
          onOpenChange={close}
          title={`Move values of “${field.name}” to other details?`}
          description="Each lead keeps its value under the field's name. You can undo this."
          confirmLabel="Move values"
          onConfirm={() => void empty(field)}
        />
      )}
      {field !== null && (
        <ConfirmDialog
          open={open?.doing === "delete"}
          onOpenChange={close}
          title={`Delete “${field.name}”?`}
          description={
            <>
              Its values disappear from all leads. You can undo this.
              <FieldUsage field={field} />
            </>
          }
          confirmLabel="Delete field"
          onConfirm={() => void remove(field)}
        />
      )}
    </Card>
  );
}

function FieldItem({ field, onDo }: { field: LeadFieldDefinition; onDo: (doing: Open["doing"]) => void }) {
  return (
    <li className="flex min-h-9 items-center justify-between gap-2 rounded-md pl-2 hover:bg-hover">
      <span className="min-w-0">
        <span dir="auto" className="wrap-anywhere">
          {field.name}
        </span>{" "}
        <span className="text-sm text-muted">{FIELD_KINDS[field.kind]}</span>
      </span>
      <IfAllowed to="manage">
        <Menu trigger={<IconButton label={`Actions for ${field.name}`} icon={<Ellipsis aria-hidden />} />}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onDo("edit")}>
            Edit
          </MenuItem>
          <MenuItem icon={<ArrowDownToLine aria-hidden />} onSelect={() => onDo("fill")}>
            Fill from a detail
          </MenuItem>
          <MenuItem icon={<ArrowUpFromLine aria-hidden />} onSelect={() => onDo("empty")}>
            Move values to other details
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => onDo("delete")}>
            Delete
          </MenuItem>
        </Menu>
      </IfAllowed>
    </li>
  );
}

/** The rules that use a custom field, in a paragraph. */
function FieldUsage({ field }: { field: LeadFieldDefinition }) {
  const { data: rules = [] } = useQuery(rulesQuery);
  const { data: assignmentRules = [] } = useQuery(assignmentRulesQuery);
  const place = ruleFieldOf(field.key);
  const scoring = rules.filter(({ fields }) => fields.includes(place));
  const assigning = assignmentRules.filter(({ conditions }) =>
    conditions.customFields?.some((one) => one.field === place),
  );
  return (
    <>
      {scoring.length > 0 && <span className="mt-2 block">{`Rules that use it: ${namesOf(scoring)}`}</span>}
      {assigning.length > 0 && (
        <span className="mt-2 block">{`Assignment rules that use it: ${namesOf(assigning)}`}</span>
      )}
    </>
  );
}

function namesOf(rules: readonly { name: string }[]): string {
  return rules.map(({ name }) => name).join(", ");
}
