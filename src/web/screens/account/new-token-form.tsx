import { type Control, useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { type CreatedApiToken, TokenRequest } from "#shared/contract/session.ts";
import { MCP_TOOL_NAMES, type McpTool, mcpTool } from "#shared/mcp-tools.ts";
import { type Role, roleMayGrant, TOKEN_SCOPES, type TokenScope } from "#shared/roles.ts";
import { useAction } from "#web/actions/use-action.ts";
import { createToken } from "#web/api/tokens.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { SCOPE_WORDS } from "#web/format/token-scope.ts";
import { CheckField, SelectField, SwitchField, TextField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";

/** Token lifetimes; "" never expires. */
const TOKEN_LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "No expiration" },
] as const;

const { name, scopes, tools, password } = TokenRequest.shape;
const Fields = z.object({ name, scopes, tools: tools.unwrap(), days: z.string(), password });
/** For accounts with a password. */
const FieldsWithPassword = Fields.extend({ password: password.unwrap().min(1, "Enter your password") });
type Values = z.input<typeof Fields>;

interface NewTokenFormProps {
  role: Role;
  asksPassword: boolean;
  onMade: (token: CreatedApiToken) => void;
  onCancel: () => void;
}

/** Name, scopes and lifetime of a token, plus the user's password. */
export function NewTokenForm({ role, asksPassword, onMade, onCancel }: NewTokenFormProps) {
  const { form, field, draft } = useDraftForm<Values>({
    name: "token",
    values: { name: "", scopes: ["read"], tools: null, days: "90", ...(asksPassword && { password: "" }) },
    schema: asksPassword ? FieldsWithPassword : Fields,
    secrets: ["password"],
  });
  const { handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const { run } = useAction(createToken);
  const save = ({ days, tools: chosen, ...given }: Values): Promise<boolean> => {
    const usable = chosen?.filter((tool) => given.scopes.includes(mcpTool(tool).needs)) ?? null;
    return run(
      { body: { ...given, tools: usable, days: days === "" ? null : Number(days) } },
      {
        failed: "Failed to create token",
        onDone: (token) => {
          draft.clear();
          onMade(token);
        },
        onFailed: (error) => showFieldErrors(form, error),
      },
    );
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-5">
      {draft.notice}
      <TextField label="Name" required hint="For example, “Nightly export”." {...field("name")} autoComplete="off" />
      <ScopesField control={form.control} role={role} />
      <ToolsField control={form.control} />
      <SelectField label="Expiration" required {...field("days")} options={TOKEN_LIVES} />
      {asksPassword && (
        <TextField
          label="Your password"
          required
          {...field("password")}
          type="password"
          autoComplete="current-password"
        />
      )}
      <SubmitActions label="Create token" busy={isSubmitting} busyLabel="Creating..." onCancel={onCancel} />
    </form>
  );
}

function ScopesField({ control, role }: { control: Control<Values>; role: Role }) {
  const { field, fieldState } = useController({ control, name: "scopes" });
  const chosen = new Set(field.value);
  const toggle = (scope: TokenScope): void =>
    field.onChange(TOKEN_SCOPES.filter((one) => chosen.has(one) !== (one === scope)));
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-2 font-semibold">Permissions</legend>
      {TOKEN_SCOPES.filter((scope) => roleMayGrant(role, scope)).map((scope) => (
        <CheckField
          key={scope}
          label={SCOPE_WORDS[scope].label}
          hint={SCOPE_WORDS[scope].meaning}
          checked={chosen.has(scope)}
          onChange={() => toggle(scope)}
        />
      ))}
      <Complaint text={fieldState.error?.message} />
    </fieldset>
  );
}

/** Limits the token to some tools of an assistant: those that its permissions allow. */
function ToolsField({ control }: { control: Control<Values> }) {
  const { field, fieldState } = useController({ control, name: "tools" });
  const granted = useWatch({ control, name: "scopes" });
  const allowed = MCP_TOOL_NAMES.filter((tool) => granted.includes(mcpTool(tool).needs));
  const isLimited = field.value !== null;
  const chosen = new Set(field.value);
  const toggle = (tool: McpTool): void =>
    field.onChange(MCP_TOOL_NAMES.filter((one) => chosen.has(one) !== (one === tool)));
  return (
    <div className="flex flex-col gap-2.5">
      <SwitchField
        label="Only for an assistant"
        hint="Works only over MCP, with the tools you choose."
        checked={isLimited}
        onChange={() => field.onChange(isLimited ? null : allowed)}
      />
      {isLimited && (
        <fieldset className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2">
          <legend className="mb-2 font-semibold">Tools</legend>
          {allowed.map((tool) => (
            <CheckField
              key={tool}
              label={mcpTool(tool).title}
              checked={chosen.has(tool)}
              onChange={() => toggle(tool)}
            />
          ))}
        </fieldset>
      )}
      <Complaint text={fieldState.error?.message} />
    </div>
  );
}

function Complaint({ text }: { text: string | undefined }) {
  return (
    text !== undefined && (
      <p role="alert" className="text-sm text-danger-ink">
        {text}
      </p>
    )
  );
}
