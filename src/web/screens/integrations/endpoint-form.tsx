import { KeyRound, Trash2 } from "lucide-react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { NewWebhookEndpoint, type WebhookEndpoint } from "#shared/contract/webhook-endpoint.ts";
import {
  WEBHOOK_EVENT_LABELS,
  WEBHOOK_EVENTS,
  WEBHOOK_KIND_LABELS,
  WEBHOOK_KINDS,
  type WebhookKind,
} from "#shared/webhook-events.ts";
import { useAction } from "#web/actions/use-action.ts";
import { createWebhookEndpoint, rotateWebhookSecret, updateWebhookEndpoint } from "#web/api/webhooks.ts";
import { useRecordForm } from "#web/forms/record-form.tsx";
import { isMeantOn } from "#web/screens/integrations/is-meant-on.ts";
import { MessagePreview } from "#web/screens/integrations/message-preview.tsx";
import { Button } from "#web/ui/button.tsx";
import { CheckboxField } from "#web/ui/fields/checkbox-field.tsx";
import { SelectField, SwitchField, TextField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";

const KINDS = WEBHOOK_KINDS.map((value) => ({ value, label: WEBHOOK_KIND_LABELS[value] }));
const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, label: WEBHOOK_EVENT_LABELS[value] }));
const PAYLOADS = [
  { value: "thin", label: "IDs only" },
  { value: "full", label: "The whole lead" },
];
const URL_HINTS: Record<WebhookKind, string> = {
  webhook: "Receives a signed POST request for each event.",
  slack: "In Slack: your app, Incoming Webhooks, Add new webhook.",
  teams: "In Teams: a workflow that posts to a channel when a webhook request is received.",
  discord: "In Discord: channel settings, Integrations, Webhooks, Copy webhook URL.",
};

const { kind, url, description, events, payload, isActive } = NewWebhookEndpoint.shape;
const fieldsWith = (urlField: z.ZodType<string, string>) =>
  z.object({
    kind: kind.unwrap(),
    url: urlField,
    description: description.unwrap(),
    events,
    payload: payload.unwrap(),
    isActive: isActive.unwrap(),
  });
const NewFields = fieldsWith(url);
/** An empty URL keeps the stored one. */
const EditedFields = fieldsWith(
  z
    .string()
    .trim()
    .max(url.maxLength ?? Infinity),
);
type Values = z.input<typeof NewFields>;

function valuesOf(endpoint: WebhookEndpoint | null): Values {
  return {
    kind: endpoint?.kind ?? "webhook",
    url: "",
    description: endpoint?.description ?? "",
    events: [...(endpoint?.events ?? (["lead.qualified"] as const))],
    payload: endpoint?.payload ?? "thin",
    isActive: isMeantOn(endpoint),
  };
}

interface EndpointFormProps {
  /** Null for a new one. */
  endpoint: WebhookEndpoint | null;
  onSecret: (secret: string) => void;
  onDone: () => void;
  onDelete: () => void;
}

export function EndpointForm({ endpoint, onSecret, onDone, onDelete }: EndpointFormProps) {
  const { form, field, draft, concurrent } = useRecordForm({
    name: `integration.${endpoint?.id ?? "new"}`,
    noun: "webhookEndpoint",
    record: endpoint,
    valuesOf,
    schema: endpoint === null ? NewFields : EditedFields,
    secrets: ["url"],
  });
  const { handleSubmit, formState, control, setValue } = form;
  const { errors, isSubmitting } = formState;
  const creating = useAction(createWebhookEndpoint);
  const updating = useAction(updateWebhookEndpoint);
  const rotation = useAction(rotateWebhookSecret);
  const chosen = useWatch({ control });
  const chosenKind = chosen.kind ?? "webhook";

  const save = ({ kind: ofKind, url: typed, ...rest }: NewWebhookEndpoint): Promise<boolean> =>
    endpoint === null
      ? creating.run(
          { body: { kind: ofKind, url: typed, ...rest } },
          {
            done: "Integration added",
            failed: "Failed to add the integration",
            onDone: ({ secret }) => {
              draft.clear();
              if (secret === "") onDone();
              else onSecret(secret);
            },
            onFailed: concurrent.failed,
          },
        )
      : updating.run(
          {
            params: { id: endpoint.id },
            body: { ...rest, ...(typed !== "" && { url: typed }), version: concurrent.version },
          },
          {
            done: "Integration updated",
            failed: "Failed to update the integration",
            onDone: () => {
              draft.clear();
              onDone();
            },
            onFailed: concurrent.failed,
          },
        );
  const rotate = (id: string): Promise<boolean> =>
    rotation.run(
      { params: { id } },
      { failed: "Failed to rotate the secret", onDone: ({ secret }) => onSecret(secret) },
    );

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      {draft.notice}
      <div className="flex flex-col gap-5">
        {endpoint === null && <SelectField label="Type" required {...field("kind")} options={KINDS} />}
        <TextField
          label="URL"
          required={endpoint === null}
          hint={URL_HINTS[chosenKind]}
          {...field("url")}
          inputMode="url"
          literal
          {...(endpoint !== null && { placeholder: `${endpoint.url} (unchanged)` })}
        />
        <TextField label="Description" {...field("description")} autoComplete="off" />
        <CheckboxField
          label="Events"
          options={EVENTS}
          value={chosen.events ?? []}
          error={errors.events?.message}
          onChange={(next) => setValue("events", next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        />
        {chosenKind === "webhook" && (
          <SelectField
            label="Payload"
            required
            hint="IDs only keeps personal data in Winnow."
            {...field("payload")}
            options={PAYLOADS}
          />
        )}
        <MessagePreview kind={chosenKind} event={chosen.events?.[0]} payload={chosen.payload ?? "thin"} />
        <SwitchField
          label="Active"
          hint="Events that happen while it's paused aren't sent."
          {...form.register("isActive")}
        />
      </div>
      {concurrent.notice}
      <SubmitActions
        label={endpoint === null ? "Add integration" : "Save changes"}
        busy={isSubmitting}
        onCancel={onDone}
      >
        {endpoint !== null && (
          <div className="mr-auto flex flex-wrap gap-2">
            <Button variant="ghost" icon={<Trash2 aria-hidden />} onClick={onDelete}>
              Delete
            </Button>
            {endpoint.kind === "webhook" && (
              <Button
                variant="ghost"
                icon={<KeyRound aria-hidden />}
                busy={rotation.isPending}
                busyLabel="Rotating..."
                onClick={() => void rotate(endpoint.id)}
              >
                Rotate secret
              </Button>
            )}
          </div>
        )}
      </SubmitActions>
    </form>
  );
}
