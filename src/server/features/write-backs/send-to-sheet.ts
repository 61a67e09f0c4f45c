import { counted } from "#shared/counted.ts";
import { pointsWords } from "#shared/score-words.ts";
import { WRITE_BACK_KIND, type WriteBackColumn } from "#shared/contract/leads/write-back.ts";
import { AppError } from "#server/platform/errors.ts";
import type { WriteBackValues } from "#server/pipeline/sources/google-sheets/index.ts";
import type { RowResult } from "#server/db/lead-changes/lead-intake.ts";
import type { WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import type { SendResult } from "#server/features/crm-sending/send-to-crm.ts";
import { openSheetConfig } from "#server/features/source-kinds/google-sheets.ts";
import type { Workspace } from "#server/workspace.ts";

const ROWS_AT_ONCE = 2_000;
/** Failures that only ask for patience. */
const BUSY: ReadonlySet<string> = new Set(["google_quota", "sheet_restless", "sheet_unclaimed"]);

/** Makes a source's sheet show the current values of all its leads. */
export async function sendToSheet(workspace: Workspace, endpoint: WebhookEndpointRecord): Promise<SendResult> {
  const { sourceId } = endpoint;
  const source = sourceId === null ? null : await workspace.store.dataSources.get(sourceId);
  if (source === null) return outcome("unsent", "The data source was deleted, so nothing was written.");
  try {
    const { rows, cells } = await workspace.sheets.writeBack(
      await openSheetConfig(workspace, source),
      {
        columns: endpoint.columns ?? [],
        claim: ({ spreadsheetId, sheetId }) => claim(workspace, endpoint, `${spreadsheetId}#${sheetId}`),
        valuesOf: (rowKeys) => valuesOf(workspace, source.id, rowKeys),
      },
      workspace.stopping,
    );
    return outcome(null, `${counted(rows, "row")} checked, ${counted(cells, "cell")} written.`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const waitMilliseconds = error.retryAfterSeconds === undefined ? null : error.retryAfterSeconds * 1000;
    return { ...outcome(BUSY.has(error.id) ? "busy" : "unavailable", error.message), waitMilliseconds };
  }
}

/** Throws sheet_taken if an older write-back writes to this tab, whatever it is called there. */
async function claim({ store }: Workspace, { id, place }: WebhookEndpointRecord, wanted: string): Promise<void> {
  const all = await store.webhookEndpoints.list();
  const older = all.filter((one) => one.kind === WRITE_BACK_KIND && one.isActive && Number(one.id) < Number(id));
  const owner = older.find((one) => one.place === wanted);
  if (owner !== undefined) {
    throw new AppError(
      "sheet_taken",
      409,
      `“${owner.url}” already writes to this tab. Turn off one of the two write-backs, or choose another tab.`,
    );
  }
  const [spreadsheetId = ""] = wanted.split("#");
  const undecided = older.find(
    ({ place: of, tab, failingSince }) => of === null && failingSince === null && tab?.startsWith(`${spreadsheetId}!`),
  );
  if (undecided !== undefined) {
    throw new AppError("sheet_unclaimed", 409, `“${undecided.url}” writes to this spreadsheet first.`);
  }
  if (place !== wanted) await store.webhookEndpoints.update(id, { place: wanted });
}

async function valuesOf(
  { store, publicUrl }: Workspace,
  sourceId: string,
  rowKeys: readonly string[],
): Promise<WriteBackValues> {
  const values = new Map<string, Record<WriteBackColumn, string | number>>();
  for (let from = 0; from < rowKeys.length; from += ROWS_AT_ONCE) {
    const found = await store.leads.rowResults(sourceId, rowKeys.slice(from, from + ROWS_AT_ONCE));
    for (const [rowKey, { id, score, status, owner, scoreParts }] of found) {
      const link = publicUrl === null ? "" : `${publicUrl}/leads/${encodeURIComponent(id)}`;
      values.set(rowKey, { score, status, owner, reasons: reasonsOf(scoreParts), link });
    }
  }
  return values;
}

/** "Budget +40, Free mail −10": each rule with its points. */
function reasonsOf(parts: RowResult["scoreParts"]): string {
  const rules = new Map<string, { name: string; points: number }>();
  for (const { ruleId, ruleName, points } of parts) {
    rules.set(ruleId, { name: ruleName, points: (rules.get(ruleId)?.points ?? 0) + points });
  }
  return [...rules.values()].map(({ name, points }) => `${name} ${pointsWords(points)}`).join(", ");
}

function outcome(failure: SendResult["failure"], answer: string): SendResult {
  return { failure, status: null, answer, waitMilliseconds: null };
}
