import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import { DashboardStats, Funnel, Pipeline } from "#shared/contract/dashboard.ts";
import { DataSource, SyncRun } from "#shared/contract/data-source.ts";
import { Comment, NewComment } from "#shared/contract/leads/comment.ts";
import { DuplicateEvidence, DuplicateLead, DuplicatePage, DuplicatePair } from "#shared/contract/leads/duplicate.ts";
import { JournalAction, JournalPage, Undone } from "#shared/contract/journal.ts";
import {
  Company,
  Lead,
  LeadDetail,
  LeadExplanation,
  LeadListQuery,
  TimelineItem,
} from "#shared/contract/leads/lead.ts";
import { Tag } from "#shared/contract/leads/tag.ts";
import { MailboxConfig } from "#shared/contract/mailbox.ts";
import { NewRule, Rule, RuleUpdate } from "#shared/contract/rule.ts";
import { ScrapeRunSummary, ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { TeamMember } from "#shared/contract/user.ts";
import { WhatIf, WhatIfResult } from "#shared/contract/what-if.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { McpTool } from "#shared/mcp-tools.ts";
import { usernameKey } from "#shared/username-key.ts";
import { findHelp } from "#server/assistant/help/find-help.ts";
import { marked } from "#server/mcp/answer-text.ts";
import { refusal } from "#server/mcp/api-calls.ts";
import { syncSource } from "#server/mcp/sync-source.ts";
import { describe, inputOf, reading, type Tool } from "#server/mcp/tool.ts";
import { writing } from "#server/mcp/written.ts";

const { pageSize } = LIMITS.mcp;
const PageSize = z.int().min(1).max(pageSize.max).default(pageSize.default);

const Summary = Lead.omit({ rawData: true, sourceData: true });
const IN_SUMMARY = [...LEAD_TEXT_FIELDS, "fields", "nextStep", "addressReason"];
const LeadSummary = marked(Summary, IN_SUMMARY);
/** Of a known lead, a token that can't read gets only the id. */
const AddedLead = marked(Summary.partial().required({ id: true }), IN_SUMMARY);
const Explanation = LeadExplanation.extend({
  parts: z.array(marked(LeadExplanation.shape.parts.element, ["excerpt"])),
});
const WholeLead = marked(
  LeadDetail.omit({ sourceData: true, provenance: true, learned: true }).extend({
    explanation: Explanation,
    comments: z.array(marked(Comment.pick({ id: true, author: true, text: true, createdAt: true }), ["text"])),
    timeline: z.array(marked(TimelineItem, ["title", "description"])),
    possibleDuplicates: z.array(marked(LeadDetail.shape.possibleDuplicates.element, ["name", "email", "reason"])),
  }),
  [...LEAD_TEXT_FIELDS, "fields", "companyKey", "nextStep", "addressReason", "facts", "rawData"],
);
const Run = z.object({ finishedAt: z.string().nullable(), outcome: z.string(), message: z.string() });
const LastRun = marked(Run.extend(SyncRun.pick({ seen: true, created: true, updated: true }).shape), ["message"]);
const LastScrape = marked(Run.extend(ScrapeRunSummary.pick({ created: true, updated: true }).shape), ["message"]);

/** Every MCP tool by name. */
export const TOOLS: Readonly<Record<McpTool, Tool>> = {
  search_leads: {
    description: "Find leads by words, status, score, source or date, one page at a time. Notes are shortened.",
    calls: ["GET /api/leads"],
    input: describe(z.strictObject(LeadListQuery.omit({ view: true }).extend({ limit: PageSize }).shape), {
      search: "Words that must all be found in name, company, email, phone, title, notes or the original message.",
      sort: "A field, with a leading minus for descending; -createdAt by default.",
      cursor: "The nextCursor of the page before.",
      source: "A kind of source, such as google_sheets or email.",
      owner: "The id of a person, me for the user's own leads, or none for leads without an owner.",
      from: "Created at or after: a timestamp, or a day in UTC.",
      to: "Created before: a timestamp, or a day in UTC.",
      changedFrom: "Changed at or after: a timestamp, or a day in UTC.",
      dueFrom: "Next step due on this day (2026-01-31) or later.",
      dueBefore: "Next step due before this day.",
      tags: "Ids of tags, separated by commas.",
      tagMatch: "Whether leads must have any, all or none of the tags; any by default.",
    }),
    output: z.object({
      leads: z.array(LeadSummary),
      total: z.int(),
      totalIsExact: z.boolean(),
      nextCursor: z.string().nullable(),
    }),
    async run(api, args) {
      const { body, header } = await api.call("GET /api/leads", { ...args, view: "row" });
      const next = /<([^>]*)>/u.exec(header("link") ?? "")?.[1];
      return {
        leads: body,
        total: Number(header("x-total-count")),
        totalIsExact: header("x-total-count-exact") === "true",
        nextCursor: next === undefined ? null : new URLSearchParams(next.split("?")[1]).get("cursor"),
      };
    },
  },

  get_lead: {
    description:
      "Read one lead: contact details, the original message, notes, comments, score with reasons, history, duplicates.",
    calls: ["GET /api/leads/{id}", "GET /api/leads/{id}/comments"],
    input: inputOf("GET /api/leads/{id}"),
    output: WholeLead,
    async run(api, args) {
      const { body } = await api.call("GET /api/leads/{id}", args);
      return { ...(body as LeadDetail), comments: (await api.call("GET /api/leads/{id}/comments", args)).body };
    },
  },

  get_company: reading("GET /api/companies/{key}", {
    description: "Read a company: its leads by status, the best ones, and what they say about it.",
    input: describe(inputOf("GET /api/companies/{key}"), {
      key: "A lead's companyKey: @ and a work domain, or a company's name.",
    }),
    output: marked(
      Company.extend({ leads: z.array(marked(Company.shape.leads.element, ["name", "email", "title"])) }),
      ["key", "name", "facts"],
    ),
  }),

  explain_score: reading("GET /api/leads/{id}/explanation", {
    description: "Explain a lead's score: each point with its rule, keyword and the text it matched.",
    output: Explanation,
  }),

  list_rules: {
    description: "List the keyword rules that score leads, one page at a time.",
    calls: ["GET /api/rules"],
    input: z.strictObject({ offset: z.int().min(0).max(LIMITS.rule.rules).default(0), limit: PageSize }),
    output: z.object({ rules: z.array(Rule), total: z.int() }),
    async run(api, { offset, limit }) {
      const rules = (await api.call("GET /api/rules")).body as Rule[];
      return { rules: rules.slice(Number(offset), Number(offset) + Number(limit)), total: rules.length };
    },
  },

  simulate_rules: {
    description:
      "What other rules or another threshold would do to all leads, without saving. Rules that aren't named stay as they are.",
    calls: ["GET /api/rules", "POST /api/what-if"],
    input: z.strictObject({
      add: z.array(NewRule).max(pageSize.max).default([]),
      update: z
        .array(RuleUpdate.omit({ version: true }).extend({ id: Id }))
        .max(pageSize.max)
        .default([]),
      remove: z.array(Id).max(LIMITS.rule.rules).default([]).describe("Ids of rules to leave out."),
      threshold: WhatIf.shape.threshold,
    }),
    output: WhatIfResult.extend({ leads: z.array(marked(WhatIfResult.shape.leads.element, ["name", "company"])) }),
    async run(api, args) {
      const { add, update, remove, threshold } = args as {
        add: NewRule[];
        update: (RuleUpdate & { id: string })[];
        remove: string[];
        threshold?: number;
      };
      const stored = (await api.call("GET /api/rules")).body as Rule[];
      const unknown = [...update.map(({ id }) => id), ...remove].find((id) => !stored.some((rule) => rule.id === id));
      if (unknown !== undefined) throw refusal(`No rule has the id ${unknown}.`);
      const rules = stored
        .filter(({ id }) => !remove.includes(id))
        .map((rule) => ({ ...rule, ...update.find(({ id }) => id === rule.id) }));
      return (await api.call("POST /api/what-if", { rules: [...rules, ...add], threshold })).body;
    },
  },

  get_figures: {
    description: "Totals, conversion rate and trends, leads by stage, and the funnel.",
    calls: ["GET /api/dashboard/stats", "GET /api/dashboard/pipeline", "GET /api/dashboard/funnel"],
    input: z.strictObject({}),
    output: z.object({ stats: DashboardStats, pipeline: Pipeline, funnel: Funnel }),
    run: async (api) => ({
      stats: (await api.call("GET /api/dashboard/stats")).body,
      pipeline: (await api.call("GET /api/dashboard/pipeline")).body,
      funnel: (await api.call("GET /api/dashboard/funnel")).body,
    }),
  },

  list_sources: {
    description: "List where leads come from: spreadsheets, websites and the mailbox, each with its last run.",
    calls: ["GET /api/data-sources", "GET /api/scrape-targets", "GET /api/gmail/config"],
    input: z.strictObject({ offset: z.int().min(0).default(0), limit: PageSize }),
    output: z.object({
      dataSources: z.array(DataSource.omit({ config: true, version: true }).extend({ lastRun: LastRun.nullable() })),
      websites: z.array(
        ScrapeTarget.pick({
          id: true,
          name: true,
          url: true,
          isActive: true,
          lastScrape: true,
          failingSince: true,
        }).extend({
          lastRun: LastScrape.nullable(),
        }),
      ),
      mailbox: MailboxConfig.pick({ email: true, enabled: true, autoSync: true, isConfigured: true }),
      total: z.int(),
    }),
    async run(api, { offset, limit }) {
      const dataSources = (await api.call("GET /api/data-sources")).body as unknown[];
      const websites = (await api.call("GET /api/scrape-targets")).body as unknown[];
      const [from, to] = [Number(offset), Number(offset) + Number(limit)];
      return {
        dataSources: dataSources.slice(from, to),
        websites: websites.slice(Math.max(0, from - dataSources.length), Math.max(0, to - dataSources.length)),
        mailbox: (await api.call("GET /api/gmail/config")).body,
        total: dataSources.length + websites.length,
      };
    },
  },

  list_activity: reading("GET /api/journal", {
    description: "List recent actions, newest first, each with whether it can be undone.",
    input: describe(inputOf("GET /api/journal", { limit: PageSize }), { cursor: "The nextCursor of the page before." }),
    output: JournalPage.extend({ acts: z.array(marked(JournalAction, ["title", "description"])) }),
  }),

  list_duplicates: reading("GET /api/duplicates", {
    description: "List pairs of leads that may be the same person, most likely first.",
    input: describe(inputOf("GET /api/duplicates", { limit: PageSize }), {
      cursor: "The nextCursor of the page before.",
    }),
    output: DuplicatePage.extend({
      pairs: z.array(
        DuplicatePair.extend({
          leads: z.array(marked(DuplicateLead, ["name", "email", "company", "phone"])),
          evidence: z.array(marked(DuplicateEvidence, ["text"])),
        }),
      ),
    }),
  }),

  list_team: {
    description: "List the people who can own leads, with the ids that update_lead and search_leads take.",
    calls: ["GET /api/team"],
    input: z.strictObject({}),
    output: z.object({ people: z.array(TeamMember) }),
    run: async (api) => ({ people: (await api.call("GET /api/team")).body }),
  },

  list_tags: {
    description: "List the team's tags, with the ids that search_leads takes and the names that add_lead takes.",
    calls: ["GET /api/tags"],
    input: z.strictObject({}),
    output: z.object({ tags: z.array(Tag) }),
    run: async (api) => ({ tags: (await api.call("GET /api/tags")).body }),
  },

  get_help: {
    description: "Search Winnow's help for how something works.",
    calls: [],
    input: z.strictObject({ question: z.string().min(1).max(LIMITS.chat.messageLength) }),
    output: z.object({
      articles: z.array(
        z.object({
          title: z.string(),
          text: z.string(),
          links: z.array(z.object({ label: z.string(), href: z.string() })),
        }),
      ),
    }),
    run: async (_api, { question }) => ({ articles: findHelp(String(question)) }),
  },

  set_lead_status: writing("PATCH /api/leads/{id}", {
    description: "Set a lead's status for the user. Rules no longer change a status set this way.",
    input: z.strictObject({ id: Id, status: Lead.shape.status }),
    result: LeadSummary,
    hints: { destructiveHint: true, idempotentHint: true },
  }),

  update_lead: writing("PATCH /api/leads/{id}", {
    description: "Change a lead's fields. Fields that aren't given stay; sources never overwrite changed ones.",
    input: inputOf("PATCH /api/leads/{id}").omit({ status: true, formerStatus: true }),
    result: LeadSummary,
    hints: { destructiveHint: true, idempotentHint: true },
  }),

  set_next_step: writing("PUT /api/leads/{id}/next-step", {
    description: "Set what to do next with a lead and when, or move it. Replaces the current next step.",
    input: describe(inputOf("PUT /api/leads/{id}/next-step"), {
      due: "A day (2026-01-31) or a day and time (2026-01-31T14:30) on the clocks of timeZone.",
      timeZone: "An IANA time zone; the team's without it.",
    }),
    result: LeadSummary,
    hints: { destructiveHint: true, idempotentHint: true },
  }),

  finish_next_step: writing("POST /api/leads/{id}/next-step/done", {
    description: "Mark a lead's next step as done. Its history keeps it.",
    result: LeadSummary,
    hints: { destructiveHint: false },
  }),

  assign_lead: writing("PATCH /api/leads/{id}", {
    description: "Make someone the owner of a lead, or nobody. Rules no longer assign a lead set this way.",
    input: z.strictObject({
      leadId: Id,
      owner: z.string().max(LIMITS.account.usernameLength).nullable().describe("A username; null for nobody."),
    }),
    async prepare(api, { leadId, owner }) {
      if (typeof owner !== "string") return { id: leadId, ownerId: null };
      const team = TeamMember.array().parse((await api.call("GET /api/team")).body);
      const person = team.find(({ username }) => usernameKey(username) === usernameKey(owner));
      if (person === undefined) throw refusal(`Nobody has the username ${owner}. list_team lists people.`);
      return { id: leadId, ownerId: person.id };
    },
    result: LeadSummary,
    hints: { destructiveHint: true, idempotentHint: true },
  }),

  add_comment: writing("POST /api/leads/{id}/comments", {
    description: "Comment on a lead in the user's name. @username in the text notifies that person.",
    input: z.strictObject({ leadId: Id, ...NewComment.shape }),
    prepare: async (_api, { leadId, text }) => ({ id: leadId, text }),
    result: Comment,
    hints: { destructiveHint: false },
  }),

  add_lead: writing("POST /api/leads", {
    description: "Add a lead. If its email or phone is known, that lead's empty fields are filled in instead.",
    result: AddedLead,
    hints: { destructiveHint: false },
  }),

  create_rule: writing("POST /api/rules", {
    description:
      "Add a keyword rule and rescore all leads. Try it first with dryRun or simulate_rules. For a custom field's value, use the mode condition, the field field:KEY, and keywords like at least 5000, between 1 and 5, before 2026-01-31, is Gold, empty or filled in.",
    result: Rule,
    hints: { destructiveHint: false },
  }),

  update_rule: writing("PATCH /api/rules/{id}", {
    description: "Change a keyword rule and rescore all leads. Fields that aren't given stay.",
    input: describe(inputOf("PATCH /api/rules/{id}"), {
      version: "The rule's version as last read: the change is refused if someone changed it since.",
    }),
    result: Rule,
    hints: { destructiveHint: true, idempotentHint: true },
  }),

  sync_source: syncSource,

  undo: writing("POST /api/journal/{id}/undo", {
    description: "Undo an action. Refused if something newer depends on it.",
    input: describe(inputOf("POST /api/journal/{id}/undo"), {
      id: "The undoId of a write, or the id of an action from list_activity.",
    }),
    result: marked(Undone, ["restored"]),
    hints: { destructiveHint: true, idempotentHint: true },
  }),
};
