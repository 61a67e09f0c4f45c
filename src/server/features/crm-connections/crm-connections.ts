import {
  type CrmConnection,
  type CrmConnectionTest,
  type CrmConnectionUpdate,
  type CrmFields,
  type CrmPreview,
  type LeadInCrm,
  type NewCrmConnection,
} from "#shared/contract/crm-connection.ts";
import { CRM_FACTS, type CrmKind, type CrmSendOn, inSentence, isCrmKind } from "#shared/crm.ts";
import type { ConnectionTest } from "#shared/contract/data-source.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { WebhookEvent } from "#shared/webhook-events.ts";
import { AppError, conflict, existing, invalid, upstreamFailed } from "#server/platform/errors.ts";
import type { CrmAccount, CrmCredentials } from "#server/delivery/crm/crm-client.ts";
import { CrmFailure } from "#server/delivery/crm/crm-failure.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { NEW_ENDPOINT, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import { clientOf, credentialsOf, CRM_SECRET } from "#server/features/crm-sending/send-to-crm.ts";
import { leadInCrms } from "#server/features/crm-sending/lead-in-crms.ts";
import { valuesOf } from "#server/features/crm-sending/lead-values.ts";
import { goneLead } from "#server/features/leads/gone-lead.ts";
import { act, type ActionEntry, changeWord, versionOf } from "#server/features/journal/act.ts";
import {
  changeDestination,
  deleteDestination,
  type Destination,
  type DestinationKind,
  listDestinations,
  requireDestination,
} from "#server/features/destinations/destinations.ts";
import type { Workspace } from "#server/workspace.ts";

type CrmEndpoint = WebhookEndpointRecord & { kind: CrmKind };

/** An approved lead that skipped "qualified" is sent by either choice. */
const EVENTS: Readonly<Record<CrmSendOn, WebhookEvent[]>> = {
  approved: ["lead.approved"],
  qualified: ["lead.qualified", "lead.approved"],
  manual: [],
};

const CONNECTIONS: DestinationKind<CrmEndpoint> = {
  noun: "crmConnection",
  called: "CRM connection",
  isOne: (record): record is CrmEndpoint => isCrmKind(record.kind),
};

/** The connections as owners may see them, without secrets. */
export async function listConnections(workspace: Workspace): Promise<CrmConnection[]> {
  return (await listDestinations(workspace, CONNECTIONS)).map(publicConnection);
}

/** Connects a CRM after signing in to it. Throws invalid, or crm_failed if it refuses. */
export async function createConnection(
  workspace: Workspace,
  { kind, site, clientId, secret, sendOn, mapping = CRM_FACTS[kind].mapping, owners, isActive }: NewCrmConnection,
): Promise<Acted<CrmConnection>> {
  const credentials = checkedCredentials(workspace, { kind, site, clientId, secret });
  const account = await accountOf(workspace, credentials);
  const record = {
    ...NEW_ENDPOINT,
    kind,
    ...accountFields(workspace, credentials, account),
    events: EVENTS[sendOn],
    payload: "full",
    isActive,
    createdAt: workspace.clock().toISOString(),
    mapping,
    owners,
  } as const;
  const { done, actId } = await act(workspace, entryOf(record, "connected"), ({ webhookEndpoints }) =>
    webhookEndpoints.create(record),
  );
  return { done: publicConnection({ record: { ...done, kind }, waiting: 0 }), actId };
}

/**
 * Changes some fields. After what may fix a failure, what waits or failed is sent at once. Throws not_found, stale,
 * invalid, or crm_failed if the CRM refuses new credentials.
 */
export async function updateConnection(
  workspace: Workspace,
  id: string,
  { version, site, clientId, secret, sendOn, ...patch }: CrmConnectionUpdate,
): Promise<Acted<CrmConnection>> {
  const before = await requireDestination(workspace, CONNECTIONS, id);
  const moved = await newCredentials(workspace, before, { site, clientId, secret });
  const word = changeWord({ ...patch, ...(sendOn !== undefined && { sendOn }), ...moved });
  const isFresh = patch.isActive === true || moved !== null;
  const { done, actId } = await changeDestination(workspace, CONNECTIONS, id, {
    version,
    entry: entryOf(before, word),
    patch: { ...definedFields(patch), ...(sendOn !== undefined && { events: EVENTS[sendOn] }), ...moved },
    isFresh,
    isUrgent: isFresh || patch.mapping !== undefined || patch.owners !== undefined,
  });
  return { done: publicConnection(done), actId };
}

/** Disconnects a CRM; its records and their ids stay. Throws not_found. */
export async function deleteConnection(workspace: Workspace, id: string): Promise<Acted<WebhookEndpointRecord>> {
  return deleteDestination(workspace, CONNECTIONS, id, (record) => entryOf(record, "disconnected"));
}

/** Signs in, and reads the account's fields and owners; the message names the problem and the fix. */
export async function testConnection(
  workspace: Workspace,
  { id, ...typed }: CrmConnectionTest,
): Promise<ConnectionTest> {
  try {
    const stored = id === undefined ? null : await requireDestination(workspace, CONNECTIONS, id);
    const credentials =
      stored !== null && typed.secret === "" ? credentialsOf(workspace, stored) : checkedCredentials(workspace, typed);
    const client = workspace.crms.client(credentials);
    const { name } = await client.account();
    const [fields] = await Promise.all([client.fields(), client.owners()]);
    return { valid: true, message: `Connected to ${name}, with ${fields.length} fields.` };
  } catch (error) {
    if (error instanceof CrmFailure) return { valid: false, message: error.message };
    if (error instanceof AppError && error.status !== 404) return { valid: false, message: error.message };
    throw error;
  }
}

/** The CRM's fields and owners. Throws not_found or crm_failed. */
export async function listFields(workspace: Workspace, id: string): Promise<CrmFields> {
  const connection = await requireDestination(workspace, CONNECTIONS, id);
  return reported(async () => {
    const client = clientOf(workspace, connection);
    const [fields, owners] = await Promise.all([client.fields(), client.owners()]);
    return { fields: fields.map(({ name, label }) => ({ name, label })), owners };
  });
}

/** One lead's values, of the latest lead by default. Throws not_found. */
export async function previewLead(
  workspace: Workspace,
  id: string,
  { leadId }: { leadId?: string | undefined },
): Promise<CrmPreview> {
  await requireDestination(workspace, CONNECTIONS, id);
  const { store, publicUrl } = workspace;
  const lead = await store.leads.get(leadId ?? (await latestLeadId(workspace)) ?? "");
  if (lead === null && leadId !== undefined) throw await goneLead(workspace, leadId);
  if (lead === null) return { lead: null, values: {} };
  const { name, email, owner } = lead;
  return { lead: { id: lead.id, name, email, owner }, values: valuesOf(lead, publicUrl) };
}

/** Has a lead sent by the connection's job, one at a time like all others. Throws not_found, or crm_paused. */
export async function sendLead(workspace: Workspace, leadId: string, connectionId: string): Promise<LeadInCrm> {
  const { store, feed } = workspace;
  if ((await store.leads.get(leadId)) === null) throw await goneLead(workspace, leadId);
  const connection = await requireDestination(workspace, CONNECTIONS, connectionId);
  if (!connection.isActive) {
    throw conflict("crm_paused", `${connection.url} is paused. An owner can resume it under Integrations.`);
  }
  await store.webhookDeliveries.add({ endpointId: connectionId, type: "lead.sent", leadId }, null);
  feed.changed(["webhooks"]);
  const found = (await leadInCrms(workspace, leadId)).find((one) => one.connectionId === connectionId);
  return existing(found, "CRM connection");
}

async function latestLeadId({ store }: Workspace): Promise<string | undefined> {
  const { json } = await store.leads.list({ sort: "-createdAt", limit: 1, view: "row" });
  return (JSON.parse(json) as { id: string }[])[0]?.id;
}

/** Throws invalid where something is missing, or for another service's address. */
function checkedCredentials({ crms }: Workspace, { kind, site, clientId, secret }: CrmCredentials): CrmCredentials {
  const facts = CRM_FACTS[kind];
  if (facts.clientId !== null && clientId === "") throw invalid("clientId", `Enter the ${inSentence(facts.clientId)}.`);
  if (secret === "") throw invalid("secret", `Enter the ${inSentence(facts.secret.label)}.`);
  return { kind, site: crms.site(kind, site), clientId: facts.clientId === null ? "" : clientId, secret };
}

/** The fields that new credentials change; null where nothing new was entered. Throws invalid or crm_failed. */
async function newCredentials(
  workspace: Workspace,
  { kind, account }: CrmEndpoint,
  { site, clientId, secret }: { [K in "site" | "clientId" | "secret"]?: CrmConnectionUpdate[K] },
): Promise<ReturnType<typeof accountFields> | null> {
  const was = { site: account?.site ?? "", clientId: account?.clientId ?? "" };
  if (secret === undefined) {
    const isSame = (site ?? was.site) === was.site && (clientId ?? was.clientId) === was.clientId;
    if (isSame) return null;
    // Otherwise a stored secret could be sent to another address.
    throw invalid("secret", `Enter the ${inSentence(CRM_FACTS[kind].secret.label)} again to change the account.`);
  }
  const credentials = checkedCredentials(workspace, {
    kind,
    site: site ?? was.site,
    clientId: clientId ?? was.clientId,
    secret,
  });
  return accountFields(workspace, credentials, await accountOf(workspace, credentials));
}

function accountOf({ crms }: Workspace, credentials: CrmCredentials): Promise<CrmAccount> {
  return reported(() => crms.client(credentials).account());
}

function accountFields(
  { secrets }: Workspace,
  { site, clientId, secret }: CrmCredentials,
  { id, name, link }: CrmAccount,
): Pick<WebhookEndpointRecord, "url" | "account" | "sealedSecret"> {
  return { url: name, account: { id, site, clientId, link }, sealedSecret: secrets.seal(secret, CRM_SECRET) };
}

/** A CRM's failure as the answer of a call. */
async function reported<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CrmFailure)) throw error;
    if (error.kind === "access" || error.kind === "refused") throw invalid("secret", error.message);
    throw upstreamFailed("crm_failed", error.message, error);
  }
}

function publicConnection({ record, waiting }: Destination<CrmEndpoint>): CrmConnection {
  const { url, account, events, mapping, owners, ...rest } = record;
  return {
    ...rest,
    name: url,
    site: account?.site ?? "",
    clientId: account?.clientId ?? "",
    sendOn: events.includes("lead.qualified") ? "qualified" : events.length > 0 ? "approved" : "manual",
    mapping: mapping ?? {},
    owners: { ...owners },
    waiting,
    version: versionOf("crmConnection", record),
  };
}

function entryOf({ url }: Pick<WebhookEndpointRecord, "url">, what: string): ActionEntry {
  return { kind: "other", title: `${url} ${what}` };
}
