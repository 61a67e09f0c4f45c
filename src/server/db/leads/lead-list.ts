import { cutWhole } from "#shared/text/cut-whole.ts";
import type { FieldTotals, LeadTotals } from "#shared/contract/leads/lead-totals.ts";
import type { LeadFilter, LeadSort } from "#shared/contract/leads/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Fact } from "#shared/raw-lead.ts";
import type { CustomValue } from "#shared/lead-record.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import { findTotals, leadPagesOf } from "#server/db/leads/find-lead-page.ts";
import type { LeadCount } from "#server/db/engine/lead-count.ts";
import { first, sql, type Work } from "#server/db/engine/sql.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { charactersOf, leadChunks } from "#server/db/leads/lead-chunks.ts";
import { criteriaFor } from "#server/db/leads/lead-filter.ts";
import { orderFor, orderFrom, readCursor, writeCursor } from "#server/db/leads/lead-order.ts";
import { BY_STATUS, positionOf, type LeadPageRow } from "#server/db/leads/lead-page.ts";
import {
  totalInProgress,
  totalOfScores,
  totalsOfScores,
  totalsByStatus,
  sumOfTotals,
} from "#server/db/leads/lead-totals.ts";
import { fromStored, jsonFromStored } from "#server/db/engine/stored-text.ts";
import { choiceField } from "#server/db/leads/fields/field-criteria.ts";
import { byField, isOfField } from "#server/db/leads/fields/field-sql.ts";
import { fieldSortKey, WHOLE } from "#server/db/leads/fields/field-values.ts";

export interface LeadListRequest extends LeadFilter {
  sort: LeadSort;
  limit: number;
  cursor?: string | undefined;
  view: "full" | "row";
  /** The names of facts to include. */
  facts?: readonly string[];
}

export interface LeadPage {
  /** The JSON text of an array of contract leads, built by the database. */
  json: string;
  /** The number of leads on the page. */
  length: number;
  /** Where the next page starts; null on the last. A page of very long leads may hold fewer than the limit. */
  nextCursor: string | null;
}

/** A page ends after this many characters even if more leads were requested; the cursor continues from there. */
const PAGE_CHARACTERS = 8_000_000;

/** The list's pages as JSON text built by the database, without parsing or serializing it here. */
export function leadList(engine: Engine) {
  return {
    async list(request: LeadListRequest): Promise<LeadPage> {
      const { limit } = request;
      const { cursor } = request;
      const [criteria, asked] = await engine.run(function* () {
        const found = yield* criteriaFor(request);
        return [found, yield* orderFor(request.sort, found)] as const;
      });
      const order = cursor === undefined ? asked : orderFrom(asked, cursor);
      const after = cursor === undefined ? null : readCursor(order, cursor);
      const json = LEAD_JSON[engine.name][request.view];
      const { facts = [] } = request;
      const columns = facts.length === 0 ? json : sql`${json}, l.facts`;
      const rows: LeadPageRow[] = [];
      let characters = 0;
      // One extra row shows whether there is a next page.
      for await (const chunk of leadChunks(engine, { criteria, order, after, columns, most: limit + 1 })) {
        rows.push(...chunk);
        characters += charactersOf(chunk);
        if (characters > PAGE_CHARACTERS) break;
      }
      const isCut = rows.length > limit || (characters > PAGE_CHARACTERS && rows.length > 1);
      const shown = isCut ? rows.slice(0, -1) : rows;
      const last = shown.at(-1);
      return {
        json: facts.length === 0 ? jsonOf(shown) : `[${shown.map((row) => withFacts(row, facts)).join(",")}]`,
        length: shown.length,
        nextCursor: isCut && last !== undefined ? writeCursor(order, positionOf(order, last)) : null,
      };
    },

    /** Exact up to `upTo` leads, by default as many as lists count. */
    async count(filter: LeadFilter, upTo: number = LIMITS.list.exactCountUpTo): Promise<LeadCount> {
      return engine.run(function* () {
        const criteria = yield* criteriaFor(filter);
        const { status, statuses, inProgress, score, ...others } = criteria;
        const isOfStage = statuses !== undefined || inProgress !== undefined;
        if (Object.keys(others).length > 0 || (isOfStage && score !== undefined))
          return yield* leadPagesOf(engine).count(criteria, upTo);
        if (score !== undefined) return { count: yield* totalOfScores(score, status), exact: true };
        const totals = yield* totalsByStatus();
        if (inProgress !== undefined) {
          const count = yield* totalInProgress();
          return { count: inProgress ? count : totals.pending - count, exact: true };
        }
        if (statuses !== undefined) {
          return { count: statuses.reduce((sum, each) => sum + totals[each], 0), exact: true };
        }
        return { count: status === undefined ? sumOfTotals(totals) : totals[status], exact: true };
      });
    },

    async totalsOf(filter: LeadFilter): Promise<LeadTotals> {
      const criteria = await engine.run(() => criteriaFor(filter));
      const { status, statuses, score, ...others } = criteria;
      const isCounted = Object.keys(others).length === 0;
      const rows = isCounted
        ? await engine.run(() => totalsOfScores(score))
        : await findTotals(engine, { criteria, by: BY_STATUS }, leadPagesOf(engine));
      const totals = noTotals();
      for (const [group, count, scoreSum] of rows) {
        const each = group as LeadStatus;
        if ((status ?? each) !== each || statuses?.includes(each) === false) continue;
        totals[each].count += Number(count);
        totals[each].scoreSum += Number(scoreSum);
      }
      return totals;
    },

    /** By the value of a choice field, given by its key. Throws invalid for another field. */
    totalsOfField: (filter: LeadFilter, key: string) => totalsOfField(engine, filter, key),
  };
}

function noTotals(): LeadTotals {
  const none = (): LeadTotals["pending"] => ({ count: 0, scoreSum: 0 });
  return { pending: none(), qualified: none(), approved: none(), rejected: none() };
}

function jsonOf(rows: readonly LeadPageRow[]): string {
  return jsonFromStored(`[${rows.map(([, , json]) => json).join(",")}]`);
}

/** A row's JSON with the facts of these names, which aren't filtered in SQL because PostgreSQL can't extract a NUL. */
function withFacts([, , json, stored]: LeadPageRow, names: readonly string[]): string {
  const facts = JSON.parse(fromStored(stored as string)) as Fact[];
  const shown = names.flatMap((name) => {
    const values = new Set(facts.filter((fact) => fact.name === name).map(({ value }) => value));
    const value = cutWhole([...values].join(", "), LIMITS.list.factLength);
    return values.size === 0 ? [] : [{ name, value }];
  });
  return `${jsonFromStored(json as string).slice(0, -"}".length)},"facts":${JSON.stringify(shown)}}`;
}

/**
 * The leads of a filter by their value of a choice field: each option in order, values whose option was removed, and
 * none.
 */
async function totalsOfField(engine: Engine, filter: LeadFilter, key: string): Promise<FieldTotals> {
  const [field, criteria] = await engine.run(function* () {
    return [yield* choiceField(key), yield* criteriaFor(filter)] as const;
  });
  const found = new Map<string | null, Omit<FieldTotals[number], "value">>();
  const query = { criteria, by: byField(field.id) };
  for (const [group, count, scoreSum] of await findTotals(engine, query, leadPagesOf(engine))) {
    const known = found.get(group) ?? { count: 0, scoreSum: 0 };
    found.set(group, { count: known.count + Number(count), scoreSum: known.scoreSum + Number(scoreSum) });
  }
  const totals: FieldTotals = [];
  const take = (group: string | null, value: string | null): void => {
    totals.push({ value, ...(found.get(group) ?? { count: 0, scoreSum: 0 }) });
    found.delete(group);
  };
  for (const option of field.options) take(fieldSortKey(option), option);
  const removed = [...found.keys()].filter((group) => group !== null).toSorted();
  const values = await engine.run(function* () {
    const read: string[] = [];
    for (const group of removed) read.push(yield* valueOf(field.id, group));
    return read;
  });
  for (const [at, group] of removed.entries()) take(group, values[at] ?? group);
  take(null, null);
  return totals;
}

/** A value as it is written on a lead, of the sort key that it has in the index. */
function* valueOf(id: string, key: string): Work<string> {
  const lead = yield* first(
    sql<{
      custom_fields: string | null;
    }>`select l.custom_fields from lead_field_values v join leads l on l.id = v.lead_id
      where ${isOfField({ id, part: WHOLE })} and v.sort_key = ${key} limit 1`,
  );
  const values = JSON.parse(lead?.custom_fields ?? "[]") as CustomValue[];
  const value = values.find((one) => String(one.id) === id)?.value;
  return typeof value === "string" ? value : key;
}
