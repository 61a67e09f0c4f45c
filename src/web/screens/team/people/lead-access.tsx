import { useQuery } from "@tanstack/react-query";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { settingsQuery, updateSettings } from "#web/api/settings.ts";
import { Card } from "#web/ui/card.tsx";
import { SwitchField } from "#web/ui/fields/fields.tsx";

/** Which leads members and viewers see. */
export function LeadAccess() {
  const query = useQuery(settingsQuery);
  const { data: settings, error: loadError } = query;
  const { run, isPending, variables } = useAction(updateSettings);
  const isOn = (isPending ? variables?.body.membersSeeOwnLeads : settings?.membersSeeOwnLeads) === true;
  const change = (membersSeeOwnLeads: boolean): Promise<boolean> =>
    run(
      { body: { membersSeeOwnLeads } },
      {
        done: membersSeeOwnLeads ? "Members see only their own and unassigned leads" : "Members see all leads",
        failed: "Failed to save the setting",
      },
    );
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
