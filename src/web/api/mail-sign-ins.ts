import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { MailSignInUpdate } from "#shared/contract/mail-sign-in.ts";
import { endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";

export const mailSignInsQuery = endpointQuery(keys.mailSignIns, "GET /api/mail-sign-ins");

/** An app as the form sends it. */
export type MailApp = z.input<typeof MailSignInUpdate>;

export const saveMailSignIn = endpointMutation("PUT /api/mail-sign-ins/{provider}", refresh);
/** Returns the provider's page to continue on. */
export const startMailSignIn = endpointMutation("POST /api/mail-sign-ins/{provider}/connect", refresh);
export const removeMailSignIn = endpointMutation("DELETE /api/mail-sign-ins/{provider}", refresh);

function refresh(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.mailSignIns });
}
