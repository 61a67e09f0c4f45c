import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { CrmConnection } from "#shared/contract/crm-connection.ts";
import { CRM_FACTS, CRM_SEND_ON, CRM_SEND_ON_LABELS, type CrmSendOn } from "#shared/crm.ts";
import { useAction } from "#web/actions/use-action.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { crmFieldsQuery, testCrmConnection, updateCrmConnection } from "#web/api/crm-connections.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { isMeantOn } from "#web/screens/integrations/is-meant-on.ts";
import { CredentialFields } from "#web/screens/integrations/crm/credential-fields.tsx";
import { FieldMapping, OwnerMapping } from "#web/screens/integrations/crm/field-mapping.tsx";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { SelectField, SwitchField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

const SEND_ON = CRM_SEND_ON.map((value) => ({ value, label: CRM_SEND_ON_LABELS[value] }));

interface Values {
  sendOn: CrmSendOn;
  /** The field of each value; empty for those that aren't sent. */
  mapping: Record<string, string>;
  owners: Record<string, string>;
  isActive: boolean;
  site: string;
  clientId: string;
  secret: string;
}

function valuesOf(connection: CrmConnection): Values {
  const { sendOn, mapping, owners, site, clientId } = connection;
  return { sendOn, mapping: { ...mapping }, owners, isActive: isMeantOn(connection), site, clientId, secret: "" };
}

interface ConnectionFormProps {
  connection: CrmConnection;
  onDone: () => void;
  onDelete: () => void;
}

/** When and how leads are sent to a CRM. */
export function ConnectionForm({ connection, onDone, onDelete }: ConnectionFormProps) {
  const { id, kind, name } = connection;
  const { label, record } = CRM_FACTS[kind];
  const { form, draft, concurrent } = useRecordForm({
    name: `crm.${id}`,
    noun: "crmConnection",
    record: connection,
    valuesOf,
    secrets: ["secret"],
  });
  const { register, handleSubmit, formState, control, setValue } = form;
  const { errors, isSubmitting } = formState;
  const fields = useQuery(crmFieldsQuery(id));
  const updating = useAction(updateCrmConnection);
  const test = useAction(testCrmConnection);
  const mapping = useWatch({ control, name: "mapping" });
  const owners = useWatch({ control, name: "owners" });

  const save = ({ secret, mapping: chosen, owners: people, ...rest }: Values): Promise<boolean> => {
    const body = {
      ...rest,
      mapping: withoutEmpty(chosen),
      owners: withoutEmpty(people),
      ...(secret !== "" && { secret }),
      version: concurrent.version,
    };
    return updating.run(
      { params: { id }, body },
      {
        done: `${name} updated`,
        failed: `Failed to update ${name}`,
        onDone: () => {
          draft.clear();
          onDone();
        },
        onFailed: concurrent.failed,
      },
    );
  };
  const tryOut = ({ site, clientId, secret }: Values): Promise<boolean> =>
    test.run(
      { body: { kind, site, clientId, secret, id } },
      {
        failed: "Failed to test the connection",
        onDone: ({ valid, message }) =>
          valid ? toast.success(message) : toast.error(`${label} isn't connected`, message),
      },
    );
  const choose = (field: "mapping" | "owners", value: Record<string, string>): void => {
    // Registered fields clear the server's complaint themselves.
    form.clearErrors(field);
    setValue(field, value, { shouldDirty: true });
  };

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      {draft.notice}
      <div className="flex flex-col gap-6">
        <SelectField label="Send" required {...register("sendOn")} options={SEND_ON} />
        {fields.data !== undefined ? (
          <>
            <FieldMapping
              connectionId={id}
              record={record}
              fields={fields.data.fields}
              mapping={mapping}
              error={messageOf(errors.mapping)}
              onChange={(next) => choose("mapping", next)}
            />
            <OwnerMapping owners={fields.data.owners} mapping={owners} onChange={(next) => choose("owners", next)} />
          </>
        ) : fields.error === null ? (
          <LoadingBars
            what={`the fields of ${label}`}
            className="flex flex-col gap-3"
            bars={["h-9 w-full", "h-9 w-full"]}
          />
        ) : (
          <QueryFailed what={`the fields of ${label}`} query={fields} />
        )}
        <Disclosure title="Credentials" open={(errors.site ?? errors.clientId ?? errors.secret) !== undefined}>
          <div className="mt-3 flex flex-col gap-5">
            <CredentialFields
              kind={kind}
              inputs={{ site: register("site"), clientId: register("clientId"), secret: register("secret") }}
              errors={errors}
              isStored
            />
          </div>
        </Disclosure>
        <SwitchField
          label="Active"
          hint="Leads that are approved while it's paused aren't sent."
          {...register("isActive")}
        />
      </div>
      {concurrent.notice}
      <SubmitActions label="Save changes" busy={isSubmitting} onCancel={onDone}>
        <div className="mr-auto flex flex-wrap gap-2">
          <Button variant="ghost" icon={<Trash2 aria-hidden />} onClick={onDelete}>
            Disconnect
          </Button>
          <Button
            variant="ghost"
            busy={test.isPending}
            busyLabel="Testing..."
            onClick={() => void tryOut(form.getValues())}
          >
            Test connection
          </Button>
        </div>
      </SubmitActions>
    </form>
  );
}

/** The server's message about a field with several values. */
function messageOf(error: { message?: unknown } | undefined): string | undefined {
  return typeof error?.message === "string" ? error.message : undefined;
}

function withoutEmpty(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ""));
}
