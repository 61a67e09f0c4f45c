import { useForm, useWatch } from "react-hook-form";
import { CRM_FACTS, CRM_KINDS, type CrmKind } from "#shared/crm.ts";
import { useAction } from "#web/actions/use-action.ts";
import { createCrmConnection, testCrmConnection } from "#web/api/crm-connections.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { CredentialFields } from "#web/screens/integrations/crm/credential-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const KINDS = CRM_KINDS.map((value) => ({ value, label: CRM_FACTS[value].label }));

interface Values {
  kind: CrmKind;
  site: string;
  clientId: string;
  secret: string;
}

/** Signs in to a CRM. */
export function ConnectForm({ onConnected, onCancel }: { onConnected: (id: string) => void; onCancel: () => void }) {
  const form = useForm<Values>({ defaultValues: { kind: CRM_KINDS[0], site: "", clientId: "", secret: "" } });
  const { register, handleSubmit, formState, control } = form;
  const { errors, isSubmitting } = formState;
  const kind = useWatch({ control, name: "kind" });
  const { label } = CRM_FACTS[kind];
  const creating = useAction(createCrmConnection);
  const test = useAction(testCrmConnection);

  const connect = (values: Values): Promise<boolean> =>
    creating.run(
      { body: values },
      {
        done: ({ name }) => `${name} connected`,
        failed: `Failed to connect ${label}`,
        onDone: ({ id }) => onConnected(id),
        onFailed: (error) => showFieldErrors(form, error),
      },
    );
  const tryOut = (values: Values): Promise<boolean> =>
    test.run(
      { body: values },
      {
        failed: "Failed to test the connection",
        onDone: ({ valid, message }) =>
          valid ? toast.success(message) : toast.error(`${label} isn't connected`, message),
        onFailed: (error) => showFieldErrors(form, error),
      },
    );

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(connect)(event)}>
      <div className="flex flex-col gap-5">
        <SelectField label="CRM" required {...register("kind")} options={KINDS} />
        <CredentialFields
          kind={kind}
          inputs={{ site: register("site"), clientId: register("clientId"), secret: register("secret") }}
          errors={errors}
          isStored={false}
        />
      </div>
      <SubmitActions
        label="Connect"
        busy={isSubmitting && !test.isPending}
        busyLabel="Connecting..."
        onCancel={onCancel}
      >
        <Button
          variant="ghost"
          className="mr-auto"
          busy={test.isPending}
          busyLabel="Testing..."
          onClick={() => void handleSubmit(tryOut)()}
        >
          Test connection
        </Button>
      </SubmitActions>
    </form>
  );
}
