import { LIMITS } from "#shared/limits.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import { leadCsvRows, LEAD_CSV_FIELDS, LEAD_CSV_HEADER } from "#server/features/leads/lead-csv.ts";
import type { Store } from "#server/db/store.ts";

/** A report's attachment. */
export interface ReportFile {
  csv: string;
  /** The number of leads in it. */
  leadCount: number;
}

const SCORE = LEAD_CSV_FIELDS.indexOf("score");
const SOURCE = LEAD_CSV_FIELDS.indexOf("source");
const ID = LEAD_CSV_FIELDS.indexOf("id");

/**
 * The qualified and approved leads as CSV, without sample leads, best first and in whole rows, up to the limits of
 * leads and bytes. Reads only the columns it needs.
 */
export async function reportFile(store: Pick<Store, "leads">): Promise<ReportFile> {
  const { leadsInAttachment, attachmentBytes } = LIMITS.report;
  const lines = [LEAD_CSV_HEADER];
  let bytes = Buffer.byteLength(LEAD_CSV_HEADER);
  for await (const row of bestFirst(store)) {
    const line = leadCsvRows([row]);
    bytes += Buffer.byteLength(line);
    if (lines.length > leadsInAttachment || bytes > attachmentBytes) break;
    lines.push(line);
  }
  return { csv: lines.join(""), leadCount: lines.length - 1 };
}

/** The rows of both statuses in one order. */
async function* bestFirst(store: Pick<Store, "leads">): AsyncGenerator<string[], void> {
  const qualified = rowsOf(store, "qualified");
  const approved = rowsOf(store, "approved");
  let [one, other] = [await qualified.next(), await approved.next()];
  for (;;) {
    if (one.done !== true && (other.done === true || isBetter(one.value, other.value))) {
      yield one.value;
      one = await qualified.next();
    } else if (other.done !== true) {
      yield other.value;
      other = await approved.next();
    } else {
      return;
    }
  }
}

async function* rowsOf(store: Pick<Store, "leads">, status: "qualified" | "approved"): AsyncGenerator<string[], void> {
  for await (const rows of store.leads.streamColumns({ status, sort: "-score" }, LEAD_CSV_FIELDS)) {
    yield* rows.filter((row) => row[SOURCE] !== SAMPLE_SOURCE.kind);
  }
}

/** Whether a lead comes first: a higher score, or the newer of two with the same score. */
function isBetter(one: readonly string[], other: readonly string[]): boolean {
  const byScore = Number(one[SCORE]) - Number(other[SCORE]);
  return byScore === 0 ? BigInt(one[ID] ?? 0) > BigInt(other[ID] ?? 0) : byScore > 0;
}
