import { ADDRESS_QUALITIES, addressQualityOf } from "#shared/contract/leads/address-quality.ts";
import { z } from "zod";
import { LEAD_SORTS, LeadFilter } from "#shared/contract/leads/lead.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LEAD_STATUSES, MISSING_INFO } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import { SOURCE_KINDS } from "#shared/source-kinds.ts";
import type { Readings } from "#server/assistant/answers/answer.ts";
import { findLead } from "#server/assistant/answers/find-lead.ts";
import { troubles } from "#server/assistant/answers/failing.ts";
import { findHelp } from "#server/assistant/help/find-help.ts";
import type { ToolDescription } from "#server/assistant/model/chat-completions.ts";
import { fieldValuesOf } from "#server/features/lead-fields/lead-fields.ts";
import { dashboardStats } from "#server/features/reports/content/dashboard-figures.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { leadDetail } from "#server/features/leads/lead-detail.ts";
import { readMailbox } from "#server/features/mailbox/mailbox.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import { systemStatus } from "#server/features/health/system-status.ts";

const MOST_LEADS = 10;
const MOST_LINES = 20;
const MOST_TEXT = 1_500;

/** A read-only query that the model may run. It returns specific fields, none of them secret. */
interface Tool {
  description: string;
  input: z.ZodObject;
  run: (readings: Readings, input: unknown) => Promise<unknown>;
}

function tool<S extends z.ZodObject>(
  description: string,
  input: S,
  run: (readings: Readings, input: z.output<S>) => Promise<unknown>,
): Tool {
  return { description, input, run: (readings, raw) => run(readings, input.parse(raw)) };
}

const Filter = z.object({
  status: z.enum(LEAD_STATUSES).optional(),
  search: z.string().max(LIMITS.list.searchLength).optional().describe("part of a name, email address or company"),
  source: z.enum(SOURCE_KINDS).optional(),
  minScore: z.int().min(LIMITS.score.min).max(LIMITS.score.max).optional(),
  maxScore: z.int().min(LIMITS.score.min).max(LIMITS.score.max).optional(),
  keyword: z.string().max(LIMITS.rule.keywordLength).optional().describe("a rule keyword that the lead matched"),
  missing: z.enum(MISSING_INFO).optional(),
  addressQuality: z.enum(ADDRESS_QUALITIES).optional().describe("whether email can arrive at the lead's address"),
  from: z.iso.datetime({ offset: true }).optional().describe("created at or after"),
  to: z.iso.datetime({ offset: true }).optional().describe("created before"),
  dueFrom: z.iso.date().optional().describe("next step due on this day or later"),
  dueBefore: z.iso.date().optional().describe("next step due before this day"),
  company: z.string().max(LIMITS.lead.emailLength).optional().describe("@ and a work domain, or a company's name"),
  nextStep: z.literal("none").optional().describe("without a next step"),
  fields: LeadFilter.shape.fields.describe(
    "conditions on custom fields by their keys: budget:min:1000,tier:is:Gold; tests are is, contains, min, max, filled and empty",
  ),
});
const Nothing = z.object({});

const TOOLS: Readonly<Record<string, Tool>> = {
  count_leads: tool(
    "How many leads match a filter. If `exact` is false, the count is a minimum.",
    Filter,
    ({ workspace }, filter) => workspace.store.leads.count(filter),
  ),
  list_leads: tool(
    `The leads that match a filter, at most ${MOST_LEADS}, each with its path.`,
    Filter.extend({ sort: z.enum(LEAD_SORTS).optional(), limit: z.int().min(1).max(MOST_LEADS).optional() }),
    async ({ workspace: { store } }, { sort = "-createdAt", limit = MOST_LEADS, ...filter }) => {
      const { json } = await store.leads.list({ ...filter, sort, limit, view: "row" });
      return (JSON.parse(json) as Record<string, unknown>[]).map((row) => ({
        path: `/leads/${String(row["id"])}`,
        ...picked(row, [
          "id",
          "name",
          "email",
          "company",
          "status",
          "score",
          "keywords",
          "source",
          "missingInfo",
          "addressQuality",
          "nextStep",
          "fields",
          "createdAt",
        ]),
      }));
    },
  ),
  custom_fields: tool(
    "The custom fields of leads: key, name, kind and options.",
    Nothing,
    async ({ workspace: { store } }) =>
      (await store.leadFields.list()).map(({ key, name, kind, options }) => ({ key, name, kind, options })),
  ),
  find_lead: tool(
    "Finds a lead by name, email address, company or id. Several candidates mean it's ambiguous.",
    z.object({ name: z.string().max(LIMITS.list.searchLength) }),
    async ({ workspace: { store } }, { name }) => {
      const found = await findLead(store, name);
      if (found.kind === "one") return { id: found.lead.id, name: found.lead.name, path: `/leads/${found.lead.id}` };
      if (found.kind === "none") return { candidates: [] };
      return {
        candidates: found.candidates.slice(0, MOST_LEADS).map(({ id, name: called, company, email, score }) => ({
          id,
          name: called,
          company,
          email,
          score,
          path: `/leads/${id}`,
        })),
      };
    },
  ),
  read_lead: tool(
    "Everything about one lead: contact data, status, each point of its score with rule, keyword and sentence, what is missing for the threshold, notes, history, possible duplicates.",
    z.object({ id: z.string().max(64) }),
    async ({ workspace }, { id }) => {
      const lead = await workspace.store.leads.get(id);
      if (lead === null) return { error: "No such lead." };
      const { explanation, timeline, possibleDuplicates } = await leadDetail(workspace, id);
      return {
        path: `/leads/${id}`,
        ...picked({ ...lead, ...addressQualityOf(lead) }, [
          ...LEAD_TEXT_FIELDS.filter((field) => field !== "notes"),
          "source",
          "status",
          "statusSetBy",
          "owner",
          "score",
          "keywords",
          "missingInfo",
          "addressQuality",
          "addressReason",
          "nextStep",
          "createdAt",
          "updatedAt",
        ]),
        fields: fieldValuesOf(lead.customFields, await workspace.store.leadFields.list()),
        notes: lead.notes.slice(0, MOST_TEXT),
        points: explanation.parts
          .slice(0, MOST_LINES)
          .map(({ ruleName, keyword, field, points, excerpt }) => ({ ruleName, keyword, field, points, excerpt })),
        cappedBy: explanation.cap,
        threshold: explanation.threshold,
        missingForThreshold: explanation.missing,
        history: timeline
          .slice(0, MOST_LINES)
          .map(({ title, description, by, at }) => ({ title, description, by, at })),
        possibleDuplicates,
      };
    },
  ),
  figures: tool(
    "Totals by status and by source, conversion rate, trends compared with last month.",
    Nothing,
    async ({ workspace }) => {
      const { store, clock } = workspace;
      const [rules, { timeZone }] = await Promise.all([store.rules.list(), reportClock(workspace)]);
      const [byStatus, bySource, stats] = await Promise.all([
        store.leads.totals(),
        store.leads.totalsBySource(),
        dashboardStats(store, clock(), rules.filter(({ isActive }) => isActive).length, timeZone),
      ]);
      return { byStatus, bySource, ...stats };
    },
  ),
  rules: tool(
    "The keyword rules, each with its leads found, points and qualified leads.",
    Nothing,
    async ({ workspace: { store }, ruleContributions }) => {
      const [rules, { rules: given }] = await Promise.all([store.rules.list(), ruleContributions()]);
      return rules.slice(0, 50).map(({ id, name, keywords, scoreWeight, ...rule }) => ({
        name,
        keywords: keywords.slice(0, 40),
        weight: scoreWeight,
        ...picked(rule, ["isActive", "mode", "fields", "counting", "halfLifeDays", "note"]),
        gives: picked({ ...given.find(({ ruleId }) => ruleId === id) }, ["leads", "points", "qualified", "decisive"]),
      }));
    },
  ),
  health: tool(
    "What works and what failed on its last attempt, the state and last run of each data source, scrape target and the mailbox, and the next sync.",
    Nothing,
    async ({ workspace, allows }) => {
      const [status, failed, sources, targets, mailbox] = await Promise.all([
        systemStatus(workspace),
        troubles({ workspace, allows }),
        workspace.store.dataSources.list(),
        workspace.store.scrapes.list(),
        readMailbox(workspace),
      ]);
      return {
        status,
        failed: failed.map(({ what, at, since, message, link }) => ({ what, at, since, message, path: link.href })),
        dataSources: sources.map(({ name, type, isActive, lastSync, failingSince, lastRun }) => ({
          name,
          type,
          isActive,
          lastSync,
          failingSince,
          lastRun:
            lastRun === null
              ? null
              : picked({ ...lastRun }, [
                  "finishedAt",
                  "outcome",
                  "message",
                  "seen",
                  "created",
                  "updated",
                  "skipped",
                  "failed",
                ]),
        })),
        scrapeTargets: targets
          .slice(0, MOST_LINES)
          .map(({ name, url, isActive, lastScrape, leadsFound, failingSince }) => ({
            name,
            url,
            isActive,
            lastScrape,
            leadsFound,
            failingSince,
          })),
        mailbox: { email: mailbox.email, enabled: mailbox.enabled, autoSync: mailbox.autoSync, ...mailbox.health },
      };
    },
  ),
  reports: tool(
    "The last email reports, how often they are sent and to whom.",
    Nothing,
    async ({ workspace: { store } }) => {
      const [latest, sent, settings] = await Promise.all([
        store.reports.latest(),
        store.reports.lastSent(),
        store.emailSettings.list(),
      ]);
      const active = settings.find(({ isActive }) => isActive);
      return {
        latest:
          latest === null ? null : picked({ ...latest }, ["state", "leadCount", "error", "startedAt", "finishedAt"]),
        lastSent: sent?.finishedAt ?? null,
        settings:
          active === undefined
            ? null
            : picked({ ...active }, [
                "fromEmail",
                "recipientEmails",
                "reportFrequency",
                "lastSuccess",
                "failingSince",
                "lastError",
              ]),
      };
    },
  ),
  arrivals: tool("The latest file imports and form submissions.", Nothing, async ({ workspace: { store } }) => {
    const [imports, submissions, count] = await Promise.all([
      store.imports.list(5),
      store.forms.list(5),
      store.forms.count(),
    ]);
    return {
      imports: imports.map(({ fileName, state, counts, rejects, message, finishedAt }) => ({
        fileName,
        state,
        counts,
        rejects,
        message,
        finishedAt,
      })),
      formSubmissions: {
        count,
        latest: submissions.map(({ formType, formName, leadName, outcome, reason, submittedAt }) => ({
          formType,
          formName,
          leadName,
          outcome,
          reason,
          submittedAt,
        })),
      },
    };
  }),
  activity: tool(
    "Recent activity, newest first.",
    z.object({ limit: z.int().min(1).max(50).optional() }),
    async ({ workspace: { store } }, { limit = MOST_LINES }) =>
      (await store.journal.list(limit)).map(({ title, description, by, at }) => ({ title, description, by, at })),
  ),
  settings: tool(
    "The settings: threshold, auto-sync, limits, retention, notifications, email analysis rules.",
    Nothing,
    ({ workspace }) => readSettings(workspace),
  ),
  search_help: tool(
    "Searches the product's help for how something works.",
    z.object({ question: z.string().max(500) }),
    async (_, { question }) => findHelp(question).map(({ title, text, links }) => ({ title, text, links })),
  ),
};

/** The tool descriptions for the model. */
export function toolDescriptions(): ToolDescription[] {
  return Object.entries(TOOLS).map(([name, { description, input }]) => ({
    type: "function",
    function: { name, description, parameters: z.toJSONSchema(input) },
  }));
}

/** Runs a tool call. Returns errors in the call to the model; rejects only with store_unreachable. */
export async function runTool(readings: Readings, name: string, args: string): Promise<unknown> {
  const called = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (called === undefined) return { error: `No tool named ${name.slice(0, 60)}.` };
  try {
    return await called.run(readings, args.trim() === "" ? {} : JSON.parse(args));
  } catch (error) {
    if (error instanceof SyntaxError) return { error: "The arguments aren't valid JSON." };
    // Such as a custom field that doesn't exist.
    if (error instanceof AppError && error.id === "invalid") return { error: messageOf(error) };
    if (error instanceof z.ZodError) return { error: z.prettifyError(error).slice(0, 500) };
    throw error;
  }
}

function picked(record: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])));
}
