import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { EmailSettingsTest, EmailSettingsUpdate, NewEmailSettings } from "#shared/contract/email-settings.ts";
import { request } from "#web/api/client.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { putInList } from "#web/api/list-cache.ts";

export const emailSettingsQuery = queryOptions({
  queryKey: keys.emailSettings,
  queryFn: ({ signal }) => request("GET /api/email-settings", { signal }),
});

export const createEmailSettings = mutationOptions({
  mutationFn: (settings: NewEmailSettings) => act("POST /api/email-settings", { body: settings }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.emailSettings, data),
  onSettled: (_settings, _error, _input, _result, { client }) => refreshEmail(client),
});

export const updateEmailSettings = mutationOptions({
  mutationFn: ({ id, change }: { id: string; change: EmailSettingsUpdate }) =>
    act("PATCH /api/email-settings/{id}", { params: { id }, body: change }),
  onSuccess: ({ data }, _input, _result, { client }) => putInList(client, keys.emailSettings, data),
  onSettled: (_settings, _error, _input, _result, { client }) => refreshEmail(client),
});

/** Tries an SMTP connection; an `id` stands in for a password that the form leaves out. */
export const testEmailSettings = mutationOptions({
  mutationFn: (test: EmailSettingsTest) => request("POST /api/email-settings/test", { body: test }),
  onSettled: (_result, _error, _input, _shown, { client }) => refreshEmail(client),
});

/** Mails the report of qualified leads to every recipient. */
export const sendReport = mutationOptions({
  mutationKey: ["send-report"],
  mutationFn: () => request("POST /api/send-report"),
  onSettled: (_result, _error, _input, _shown, { client }) => {
    refreshEmail(client);
    void client.invalidateQueries({ queryKey: keys.activity });
  },
});

function refreshEmail(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.emailSettings });
  void client.invalidateQueries({ queryKey: keys.systemStatus });
}
