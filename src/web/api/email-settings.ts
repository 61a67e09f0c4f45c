import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { putInList } from "#web/api/connection/list-cache.ts";

export const emailSettingsQuery = endpointQuery(keys.emailSettings, "GET /api/email-settings");

export const createEmailSettings = mutationOptions({
  ...endpointAction("POST /api/email-settings", refreshEmail),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.emailSettings, data),
});
export const updateEmailSettings = mutationOptions({
  ...endpointAction("PATCH /api/email-settings/{id}", refreshEmail),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.emailSettings, data),
});
/** Tests an SMTP connection; with an `id`, an omitted password is taken from that record. */
export const testEmailSettings = endpointMutation("POST /api/email-settings/test", refreshEmail);

/** Emails the qualified leads report to every recipient. */
export const sendReport = {
  mutationKey: ["send-report"],
  ...endpointMutation("POST /api/send-report", (client) => {
    refreshEmail(client);
    void client.invalidateQueries({ queryKey: keys.activity });
  }),
};

/** What a report sent now would contain; always fetched again. */
export const reportPreviewQuery = queryOptions({
  ...endpointQuery(keys.reportPreview, "GET /api/send-report/preview"),
  staleTime: 0,
});

/** Emails the report to one person, marked as a test. */
export const testReport = {
  mutationKey: ["test-report"],
  ...endpointMutation("POST /api/send-report/test", refreshEmail),
};

function refreshEmail(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.emailSettings });
  void client.invalidateQueries({ queryKey: keys.systemStatus });
}
