import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { MailSignInStart, MailSignInUpdate } from "#shared/contract/mail-sign-in.ts";
import type { MailProvider } from "#shared/mail-providers.ts";
import { request } from "#web/api/connection/client.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const mailSignInsQuery = endpointQuery(keys.mailSignIns, "GET /api/mail-sign-ins");

/** An app as the form sends it. */
export type MailApp = z.input<typeof MailSignInUpdate>;

interface Registration {
  provider: MailProvider;
  app: MailApp;
}

export const saveMailSignIn = mutationOptions({
  mutationFn: ({ provider, app }: Registration) =>
    request("PUT /api/mail-sign-ins/{provider}", { params: { provider }, body: app }),
  onSettled: (_saved, _error, _input, _result, { client }) => refresh(client),
});

/** Returns the provider's page to continue on. */
export const startMailSignIn = mutationOptions({
  mutationFn: ({ provider, from }: { provider: MailProvider } & MailSignInStart) =>
    request("POST /api/mail-sign-ins/{provider}/connect", { params: { provider }, body: { from } }),
  onSettled: (_page, _error, _input, _result, { client }) => refresh(client),
});

export const removeMailSignIn = mutationOptions({
  mutationFn: (provider: MailProvider) => request("DELETE /api/mail-sign-ins/{provider}", { params: { provider } }),
  onSettled: (_done, _error, _input, _result, { client }) => refresh(client),
});

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.mailSignIns });
}
