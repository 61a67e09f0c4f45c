import { useMutation, useQuery } from "@tanstack/react-query";
import { attempt } from "#web/actions/attempt.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useUndo } from "#web/actions/use-undo.ts";
import { settingsQuery, updateSettings } from "#web/api/settings.ts";
import { Card } from "#web/ui/card.tsx";
import { SwitchField } from "#web/ui/fields/fields.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Which leads members and viewers see. */
export function LeadAccess() {
  const query = useQuery(settingsQuery);
  const { data: settings, error: loadError } = query;
  const { mutateAsync, isPending, variables } = useMutation(updateSettings);
  const undoAction = useUndo();
  const isOn = (isPending ? variables.body.membersSeeOwnLeads : settings?.membersSeeOwnLeads) === true;
  const change = (membersSeeOwnLeads: boolean): Promise<void> =>
    attempt("Failed to save the setting", async () => {
      const { actId } = await mutateAsync({ body: { membersSeeOwnLeads } });
      const words = membersSeeOwnLeads ? "Members see only their own and unassigned leads" : "Members see all leads";
      toast.success(words, undoAction(actId));
    });
  if (settings === undefined && loadError !== null) {
    return (
      <Card title="Lead access">
        <QueryFailed what="lead access" query={query} />
      </Card>
    );
  }
  return (
    <Card title="Lead access">
      <SwitchField
        label="Members see only their own and unassigned leads"
        hint="Viewers too, and their API tokens and assistants. Owners always see all leads. Adding a colleague's lead is refused, without saying whose it is."
        checked={isOn}
        disabled={settings === undefined}
        onChange={({ target }) => void change(target.checked)}
      />
    </Card>
  );
}
