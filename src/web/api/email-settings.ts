import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  EmailSettingsTest,
  EmailSettingsUpdate,
  NewEmailSettings,
  ReportTest,
} from "#shared/contract/email-settings.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { requestAction } from "#web/api/journal.ts";
import { keys } from "#web/api/connection/keys.ts";
import { putInList } from "#web/api/connection/list-cache.ts";

export const emailSettingsQuery = endpointQuery(keys.emailSettings, "GET /api/email-settings");

export const createEmailSettings = mutationOptions({
  mutationFn: (settings: NewEmailSettings) => requestAction("POST /api/email-settings", { body: settings }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.emailSettings, data),
  onSettled: (_settings, _error, _input, _result, { client }) => refreshEmail(client),
});

export const updateEmailSettings = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: EmailSettingsUpdate }) =>
    requestAction("PATCH /api/email-settings/{id}", { params: { id }, body: change }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.emailSettings, data),
  onSettled: (_settings, _error, _input, _result, { client }) => refreshEmail(client),
});

/** Tests an SMTP connection; with an `id`, an omitted password is taken from that record. */
export const testEmailSettings = mutationOptions({
  mutationFn: (test: EmailSettingsTest) => request("POST /api/email-settings/test", { body: test }),
  onSettled: (_result, _error, _input, _shown, { client }) => refreshEmail(client),
});

/** Emails the qualified leads report to every recipient. */
export const sendReport = mutationOptions({
  mutationKey: ["send-report"],
  mutationFn: () => request("POST /api/send-report"),
  onSettled: (_result, _error, _input, _shown, { client }) => {
    refreshEmail(client);
    void client.invalidateQueries({ queryKey: keys.activity });
  },
});

/** What a report sent now would contain; always fetched again. */
export const reportPreviewQuery = queryOptions({
  ...endpointQuery(keys.reportPreview, "GET /api/send-report/preview"),
  staleTime: 0,
});

/** Emails the report to one person, marked as a test. */
export const testReport = mutationOptions({
  mutationKey: ["test-report"],
  mutationFn: (test: ReportTest) => request("POST /api/send-report/test", { body: test }),
  onSettled: (_result, _error, _input, _shown, { client }) => refreshEmail(client),
});

function refreshEmail(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.emailSettings });
  void client.invalidateQueries({ queryKey: keys.systemStatus });
}
