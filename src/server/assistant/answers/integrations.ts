import { WRITE_BACK_KIND } from "#shared/contract/leads/write-back.ts";
import { CRM_FACTS, CRM_KINDS } from "#shared/crm.ts";
import { counted } from "#shared/counted.ts";
import { WEBHOOK_KIND_LABELS } from "#shared/webhook-events.ts";
import { fromData, type Answering } from "#server/assistant/answers/answer.ts";
import { momentWords, sinceWords } from "#server/assistant/words/moment.ts";
import { listConnections } from "#server/features/crm-connections/crm-connections.ts";
import { listWriteBacks } from "#server/features/write-backs/write-backs.ts";
import { listEndpoints } from "#server/features/webhooks/webhook-endpoints.ts";
import type { Workspace } from "#server/workspace.ts";

export const INTEGRATIONS = { label: "Integrations", href: "/integrations" };

/** A webhook, chat or CRM that Winnow sends to. */
export interface Destination {
  kind: string;
  name: string;
  isActive: boolean;
  lastDelivery: string | null;
  failingSince: string | null;
  lastError: string;
  waiting: number;
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  ...WEBHOOK_KIND_LABELS,
  ...Object.fromEntries(CRM_KINDS.map((kind) => [kind, CRM_FACTS[kind].label])),
  [WRITE_BACK_KIND]: "Google Sheet",
};

/** Everything that Winnow sends to. */
export async function destinations(workspace: Workspace): Promise<Destination[]> {
  const [endpoints, crms, sheets] = await Promise.all([
    listEndpoints(workspace),
    listConnections(workspace),
    listWriteBacks(workspace),
  ]);
  return [
    ...endpoints.map((one) => ({ ...one, label: one.description })),
    ...crms.map((one) => ({ ...one, label: "" })),
    ...sheets.map((one) => ({ ...one, kind: WRITE_BACK_KIND, label: one.name })),
  ].map(({ kind, label, isActive, lastDelivery, failingSince, lastError, waiting }) => {
    const product = KIND_NAMES[kind] ?? kind;
    return {
      kind,
      name: label === "" ? product : `${product} “${label}”`,
      isActive,
      lastDelivery,
      failingSince,
      lastError,
      waiting,
    };
  });
}

/** "Is Salesforce connected?", "Why did nothing arrive in Slack?" */
export const integrations: Answering = async ({ workspace, meaning: { wording }, now, allows, say }) => {
  if (!allows("manage"))
    return fromData(
      say(
        "Only owners see what Winnow sends to, under Integrations.",
        "Wohin Winnow sendet, sehen nur Owner, unter Integrations.",
        "Seuls les owners voient où Winnow envoie, dans Integrations.",
        "Solo los owners ven adónde envía Winnow, en Integrations.",
      ),
    );
  const all = await destinations(workspace);
  const asked = Object.keys(KIND_NAMES).find((kind) => new RegExp(String.raw`\b${kind}s?\b`, "u").test(wording.text));
  const chosen = asked === undefined ? all : all.filter(({ kind }) => kind === asked);
  if (chosen.length === 0) {
    const what =
      asked === undefined || asked === "webhook"
        ? `No webhook${asked === undefined ? ", chat or CRM" : ""} is`
        : `${KIND_NAMES[asked] ?? asked} isn't`;
    return fromData(
      `${what} connected. An owner can connect one under Integrations.`,
      [INTEGRATIONS],
      ["How do I send leads to a CRM?"],
    );
  }
  return fromData(chosen.map((one) => `• ${destinationWords(one, now)}`).join("\n"), [INTEGRATIONS]);
};

function destinationWords(
  { name, isActive, lastDelivery, failingSince, lastError, waiting }: Destination,
  now: Date,
): string {
  const state =
    failingSince !== null
      ? `failing ${sinceWords(failingSince, now)}${lastError === "" ? "" : `: ${lastError}`}`
      : isActive
        ? "connected and working"
        : "turned off";
  const last = lastDelivery === null ? "nothing has been sent yet" : `last delivery ${momentWords(lastDelivery, now)}`;
  return `${name}: ${state}; ${last}${waiting === 0 ? "" : `; ${counted(waiting, "event")} waiting`}`;
}
