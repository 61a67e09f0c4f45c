import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { AutomationRules, EmailCorrection, MailboxTest, MailboxUpdate } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { request, requestWithHeaders } from "#web/api/client.ts";
import { act } from "#web/api/journal.ts";
import { keys } from "#web/api/keys.ts";
import { nextCursor } from "#web/api/lead-list.ts";
import { refreshLeads } from "#web/api/leads.ts";

export const mailboxQuery = queryOptions({
  queryKey: [...keys.mailbox, "config"],
  queryFn: ({ signal }) => request("GET /api/gmail/config", { signal }),
});

/** Analysed messages, newest first, page by page. */
export const processedEmailsQuery = infiniteQueryOptions({
  queryKey: keys.processedEmails,
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: LIMITS.list.pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) };
    const { data, headers } = await requestWithHeaders("GET /api/gmail/emails", { query, signal });
    return { items: data, next: nextCursor(headers.get("link")) };
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});

/** A message to read, which the server fetches from its mailbox: forgotten when nobody looks at it any more. */
export const emailMessageQuery = (id: string) =>
  queryOptions({
    queryKey: keys.emailMessage(id),
    queryFn: ({ signal }) => request("GET /api/gmail/emails/{id}/message", { params: { id }, signal }),
    gcTime: 0,
  });

export const emailLearningQuery = queryOptions({
  queryKey: [...keys.mailbox, "learning"],
  queryFn: ({ signal }) => request("GET /api/gmail/learning", { signal }),
});

export const saveMailbox = mutationOptions({
  mutationFn: (config: z.input<typeof MailboxUpdate>) => act("POST /api/gmail/config", { body: config }),
  onSuccess: ({ data }, _input, _result, { client }) => client.setQueryData(mailboxQuery.queryKey, data),
  onSettled: (_config, _error, _input, _result, { client }) => refreshMailbox(client),
});

export const saveAutomationRules = mutationOptions({
  mutationFn: (rules: AutomationRules) => act("PUT /api/gmail/rules", { body: rules }),
  onSettled: (_rules, _error, _input, _result, { client }) => refreshMailbox(client),
});

/** Tries a connection; without a password the stored one is used. */
export const testMailbox = mutationOptions({
  mutationFn: (test: MailboxTest) => request("POST /api/gmail/test", { body: test }),
  onSettled: (_result, _error, _input, _shown, { client }) => refreshMailbox(client),
});

/** Reads what is new; resolves when all of it has been analysed. */
export const syncMailbox = mutationOptions({
  mutationKey: ["sync-mailbox"],
  mutationFn: () => request("POST /api/gmail/sync"),
  onSettled: (_result, _error, _input, _shown, { client }) => {
    refreshMailbox(client);
    refreshLeads(client);
  },
});

export const cancelMailboxSync = mutationOptions({ mutationFn: () => request("POST /api/gmail/sync/cancel") });

/** Says that a message is or is not a lead; null takes that back. */
export const correctEmail = mutationOptions({
  mutationFn: ({ id, correction }: { id: string; correction: EmailCorrection | null }) =>
    act("PATCH /api/gmail/emails/{id}", { params: { id }, body: { correction } }),
  onSettled: (_email, _error, _input, _shown, { client }) => {
    refreshMailbox(client);
    refreshLeads(client);
  },
});

/** Analyses pasted text and takes its lead in. */
export const analyseEmail = mutationOptions({
  mutationFn: (content: string) => request("POST /api/process-email", { body: { content } }),
  onSettled: (_analysis, _error, _input, _shown, { client }) => {
    refreshMailbox(client);
    refreshLeads(client);
  },
});

function refreshMailbox(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.mailbox });
  void client.invalidateQueries({ queryKey: keys.scraperFigures });
}
