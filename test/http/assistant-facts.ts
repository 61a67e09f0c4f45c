import type { LeadRow as Lead } from "#shared/contract/leads/lead.ts";
import { day, month, week } from "#server/assistant/understanding/time-span.ts";
import type { TestWinnow } from "#test/harness.ts";

/** What answers about the sample team must contain, computed from the API rather than the assistant. */
export async function assistantFacts(winnow: TestWinnow): Promise<Record<string, string>> {
  const now = winnow.workspace.clock();
  const all = await winnow.ok("GET /api/leads", { query: { limit: 500 } });
  const [stats, rules, { rules: shares }, activity, { qualificationThreshold }] = await Promise.all([
    winnow.ok("GET /api/dashboard/stats"),
    winnow.ok("GET /api/rules"),
    winnow.ok("GET /api/dashboard/rule-contributions"),
    winnow.ok("GET /api/dashboard/activity", { query: { limit: 200 } }),
    winnow.ok("GET /api/settings"),
  ]);
  const open = all.filter(({ status }) => status !== "rejected");
  const count = (is: (lead: Lead) => boolean): string => number(all.filter(is).length);
  /** With and without rejected leads. */
  const either = (is: (lead: Lead) => boolean): string => anyOf([count(is), number(open.filter(is).length)]);
  const between = (from: Date, to?: Date) => (lead: { createdAt: string }) =>
    lead.createdAt >= from.toISOString() && (to === undefined || lead.createdAt < to.toISOString());
  const best = (leads: readonly Lead[]): Lead[] => leads.toSorted((one, other) => other.score - one.score);
  /** The names with the same score as the best. */
  const topOf = (leads: readonly Lead[]): string => {
    const [first] = best(leads);
    return names(leads.filter(({ score }) => score === first?.score));
  };
  const oldest = (leads: readonly Lead[]): Lead[] =>
    leads.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  const qualified = all.filter(({ status }) => status === "qualified");
  const pending = all.filter(({ status }) => status === "pending");
  const top = best(open)[0]!;
  const { parts } = await winnow.ok("GET /api/leads/{id}/explanation", { id: top.id });
  const decided = (verb: string, from: Date, to?: Date): string =>
    number(
      activity.filter(
        ({ title, timestamp }) => title.endsWith(` ${verb}`) && between(from, to)({ createdAt: timestamp }),
      ).length,
    );

  const effect = async (body: object): Promise<string> => {
    const { changed, nowQualified, noLongerQualified } = await winnow.ok("POST /api/what-if", { body });
    const after = qualified.length + nowQualified - noLongerQualified;
    return anyOf([...[nowQualified, noLongerQualified].filter((n) => n > 0), after, changed].map(number));
  };
  const drafts = (edit: (rule: (typeof rules)[number]) => object | null) => ({
    rules: rules.flatMap((rule) => {
      const edited = edit(rule);
      return edited === null ? [] : [edited];
    }),
  });
  const withRule = (name: string, change: object | null) =>
    effect(drafts((rule) => (rule.name === name ? (change === null ? null : { ...rule, ...change }) : rule)));

  const bySource = Object.entries(Object.groupBy(all, ({ source }) => source)).map(
    ([source, leads = []]) => [source, leads] as const,
  );
  const share = (leads: readonly Lead[]): number =>
    leads.filter(({ status }) => status === "qualified" || status === "approved").length / leads.length;
  const bestSource = bySource.toSorted(([, one], [, other]) => share(other) - share(one))[0]![0];
  const prefixes = ["+1", "+49", "+44", "+33", "+34", "+46"].map(
    (prefix) => all.filter(({ phone }) => phone.startsWith(prefix)).length,
  );
  const hurry = all.filter(({ keywords }) =>
    rules.find(({ name }) => name === "In a hurry")!.keywords.some((keyword) => keywords.includes(keyword)),
  );
  const rule = shares.toSorted((one, other) => other.qualified - one.qualified)[0]!;
  const idle = shares.filter(({ leads }) => leads === 0).map(({ name }) => name);
  const average = (leads: readonly Lead[]): string =>
    (leads.reduce((sum, { score }) => sum + score, 0) / leads.length).toFixed(1);
  const hector = new Date(all.find(({ name }) => name === "Hector Ruiz")!.createdAt);
  const rejected = (100 * all.filter(({ status }) => status === "rejected").length) / all.length;

  return {
    total: number(all.length),
    qualified: number(qualified.length),
    pending: number(pending.length),
    approved: count(({ status }) => status === "approved"),
    rejected: count(({ status }) => status === "rejected"),
    conversion: String(stats.conversionRate).replace(".", "[.,]"),
    threshold: number(qualificationThreshold),
    newToday: anyOf([count(between(day(now))), ...(all.some(between(day(now))) ? [] : ["no (?:new )?leads"])]),
    newSinceYesterday: count(between(day(now, -1))),
    newThisWeek: count(between(week(now))),
    newLastWeek: count(between(week(now, -1), week(now))),
    newThisMonth: count(between(month(now))),
    lastMonthSoFar: count(
      between(month(now, -1), new Date(month(now, -1).getTime() + now.getTime() - month(now).getTime())),
    ),
    newLastMonth: count(between(month(now, -1), month(now))),
    approvedThisWeek: decided("approved", week(now)),
    approvedLastMonth: decided("approved", month(now, -1), month(now)),
    activityToday: "today",
    first: topOf(qualified),
    second: names(best(qualified).slice(1, 4)),
    top: topOf(open),
    topRule: parts[0]!.ruleName,
    topForm: topOf(open.filter(({ source }) => source === "form")),
    newest: names([oldest(open).at(-1)!]),
    oldestWaiting: names([oldest(qualified)[0]!, oldest(pending)[0]!]),
    almost: topOf(pending),
    inAHurry: names(hurry.filter(({ status }) => status !== "rejected")),
    germany: names(all.filter(({ phone }) => phone.startsWith("+49"))),
    noPhone: either(({ phone }) => phone === ""),
    noEmail: either(({ email }) => email === ""),
    over60: either(({ score }) => score > 60),
    over80: either(({ score }) => score > 80),
    websiteCount: count(({ source }) => source === "website"),
    sheetLastMonth: count((lead) => lead.source === "google_sheets" && between(month(now, -1), month(now))(lead)),
    topSourceCount: number(Math.max(...bySource.map(([, leads]) => leads.length))),
    bestSource: {
      form: "form",
      email: "email|mail",
      google_sheets: "Sheet",
      manual: "hand",
      website: "website",
      file: "file",
    }[bestSource]!,
    topCountryCount: number(Math.max(...prefixes)),
    topMatchRule: rule.name,
    deadRule: idle.length === 0 ? "every|all " : anyOf(idle),
    avgScore: anyOf([average(all), average(open)]),
    rejectedShare: anyOf([number(Math.round(rejected)), rejected.toFixed(1)]),
    hectorDate: `${hector.getDate()} March|March ${hector.getDate()}`,
    lastReport: "15 March|March 15",
    nextReport: "22 March|March 22",
    at50: await effect({ threshold: 50 }),
    at40: await effect({ threshold: 40 }),
    at20: await effect({ threshold: 20 }),
    atMinus5: await effect({ threshold: qualificationThreshold - 5 }),
    withoutBudget: await withRule("Has a budget", null),
    withoutDecision: await withRule("Decision maker", null),
    hurry30: await withRule("In a hurry", { scoreWeight: 30 }),
    withFair: await withRule("Met at a fair", { isActive: true }),
  };
}

const number = (value: number): string => String.raw`(?<!\d)${value}(?!\d)`;
const anyOf = (patterns: readonly string[]): string => `(?:${patterns.join("|")})`;
const names = (leads: readonly Lead[]): string =>
  leads.length === 0
    ? "no leads"
    : anyOf(leads.map(({ name, company }) => (name || company).replaceAll(/[()?.]/gu, String.raw`\$&`)));
