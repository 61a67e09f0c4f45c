import { type InfiniteData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { EmailCorrection, EmailVerdict, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { changing, inOrder, isLastOf } from "#web/api/connection/changing.ts";
import { requestAction, requestWithHeaders } from "#web/api/connection/client.ts";
import { endpointAction, endpointMutation } from "#web/api/connection/endpoint-mutation.ts";
import { endpointQuery } from "#web/api/connection/endpoint-query.ts";
import { keys } from "#web/api/connection/keys.ts";
import { linkedPage, type LinkedPage, pagesQuery } from "#web/api/connection/pages.ts";
import { totalOf } from "#web/api/leads/lead-list.ts";
import { refreshLeads } from "#web/api/leads/leads.ts";

export const mailboxQuery = endpointQuery([...keys.mailbox, "config"], "GET /api/gmail/config");

/** Analyzed messages, newest first, paginated, optionally by verdict. */
export function processedEmailsQuery(verdict: EmailVerdict | null) {
  return pagesQuery([...keys.processedEmails, verdict], async (start, signal) => {
    const query = { limit: LIMITS.list.pageSize, ...(verdict === null ? {} : { verdict }), ...start };
    return linkedPage(await requestWithHeaders("GET /api/gmail/emails", { query, signal }));
  });
}

export const emailsToReviewQuery = queryOptions({
  queryKey: keys.emailsToReview,
  queryFn: async ({ signal }) => {
    const query = { limit: 1, verdict: "review" } as const;
    const { data, headers } = await requestWithHeaders("GET /api/gmail/emails", { query, signal });
    return totalOf(headers, data.length);
  },
});

/** The server fetches it from the mailbox; dropped from the cache when closed. */
export const emailMessageQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(keys.emailMessage(id), "GET /api/gmail/emails/{id}/message", { params: { id } }),
    gcTime: 0,
  });

export const emailLearningQuery = endpointQuery([...keys.mailbox, "learning"], "GET /api/gmail/learning");

export const saveMailbox = mutationOptions({
  ...endpointAction("POST /api/gmail/config", refreshMailbox),
  onSuccess: ({ data }, _input, _result, { client }) => client.setQueryData(mailboxQuery.queryKey, data),
});

export const saveAutomationRules = endpointAction("PUT /api/gmail/rules", refreshMailbox);

/** Tests a connection; without a password the stored one is used. */
export const testMailbox = endpointMutation("POST /api/gmail/test", refreshMailbox);

/** Syncs the mailbox; resolves once all new messages are analyzed. */
export const syncMailbox = {
  mutationKey: ["sync-mailbox"],
  ...endpointMutation("POST /api/gmail/sync", (client) => {
    refreshMailbox(client);
    refreshLeads(client);
  }),
};

export const cancelMailboxSync = endpointMutation("POST /api/gmail/sync/cancel");

/** Marks a message as lead or not a lead, optimistically; null undoes that. */
export const correctEmail = mutationOptions({
  mutationKey: changing.emails,
  mutationFn: (input: { params: { id: string }; body: { correction: EmailCorrection | null } }) =>
    inOrder(`email ${input.params.id}`, () => requestAction("PATCH /api/gmail/emails/{id}", input)),
  onMutate: async ({ params: { id }, body: { correction } }, { client }) => {
    // Only the server knows the verdict after an undo.
    if (correction === null) return { snapshot: [] };
    // A response in flight would bring the old state back.
    await client.cancelQueries({ queryKey: keys.mailbox });
    const shown = [keys.processedEmails, keys.emailsToReview];
    const snapshot = shown.flatMap((queryKey) => client.getQueriesData({ queryKey }));
    showCorrection(client, id, correction);
    return { snapshot };
  },
  onError: (_error, _input, result, { client }) => {
    for (const [queryKey, data] of result?.snapshot ?? []) client.setQueryData(queryKey, data);
  },
  onSettled: (_email, _error, _input, _result, { client }) => {
    // Of several quick changes only the last refetches, so that lists don't jump.
    if (!isLastOf(client, changing.emails)) return;
    refreshMailbox(client);
    refreshLeads(client);
  },
});

function showCorrection(client: QueryClient, id: string, correction: EmailCorrection): void {
  let leavesReview = false;
  for (const [queryKey, data] of client.getQueriesData<InfiniteData<LinkedPage<ProcessedEmail>>>({
    queryKey: keys.processedEmails,
  })) {
    if (data === undefined) continue;
    const listed = queryKey.at(-1);
    const decide = (email: ProcessedEmail): ProcessedEmail[] => {
      if (email.id !== id) return [email];
      leavesReview ||= email.verdict === "review";
      if (listed !== null && listed !== correction) return [];
      return [{ ...email, verdict: correction, isLead: correction === "lead", correction, decidedBy: "person" }];
    };
    const pages = data.pages.map((page) => ({ ...page, items: page.items.flatMap(decide) }));
    client.setQueryData(queryKey, { ...data, pages });
  }
  if (!leavesReview) return;
  client.setQueryData(emailsToReviewQuery.queryKey, (total) => total && { ...total, count: total.count - 1 });
}

/** Analyzes pasted text and saves its lead. */
export const analyzeEmail = endpointMutation("POST /api/process-email", (client) => {
  refreshMailbox(client);
  refreshLeads(client);
});

function refreshMailbox(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keys.mailbox });
  void client.invalidateQueries({ queryKey: keys.scraperFigures });
}
