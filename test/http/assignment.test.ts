import { beforeEach, expect, test } from "vitest";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { freshWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";

const NOW = new Date("2026-05-06T10:00:00.000Z");
const CY = { username: "Cy", password: "nine quiet clocks in a hall" };

let winnow: TestWinnow;
let ids: Record<"ada" | "bob" | "cy", string>;

beforeEach(async () => {
  winnow = await freshWinnow("sqlite", { clock: () => NOW });
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  await winnow.ok("POST /api/users", { body: { ...CY, role: "viewer" } });
  const [ada, bob, cy] = await winnow.ok("GET /api/team");
  ids = { ada: ada?.id ?? "", bob: bob?.id ?? "", cy: cy?.id ?? "" };
});

async function signedIn(account: typeof CY): Promise<Browser> {
  const browser = winnow.browser();
  await browser.ok("POST /api/session", { body: account });
  return browser;
}

const ruleFor = (names: readonly (keyof typeof ids)[], more: object = {}) => ({
  name: "Everyone",
  conditions: {},
  strategy: "round_robin",
  people: names.map((name) => ({ accountId: ids[name], weight: 1 })),
  ...more,
});

async function addRule(...rule: Parameters<typeof ruleFor>): Promise<string> {
  return (await winnow.ok("POST /api/assignment-rules", { body: ruleFor(...rule) })).id;
}

async function newLead(name: string, more: object = {}): Promise<LeadDetail> {
  const { id } = await winnow.ok("POST /api/leads", { body: { name, email: `${name}@firm.example`, ...more } });
  return winnow.ok("GET /api/leads/{id}", { id });
}

const NO_LIMITS = { perDay: null, awayFrom: null, awayTo: null };

test("two people who change one rule learn of each other's change", async () => {
  const { id, version } = await winnow.ok("POST /api/assignment-rules", { body: ruleFor(["ada"]) });
  const save = (body: object) => winnow.call("PATCH /api/assignment-rules/{id}", { id, body });
  const theirs = await save({ people: [{ accountId: ids.bob, weight: 1 }], version });
  expect(theirs.statusCode).toBe(200);
  expect((await save({ ...ruleFor(["ada"]), name: "All", version })).json()).toMatchObject({
    type: "urn:winnow:problem:stale",
    detail: "Ada changed this assignment rule while you were editing. People changed.",
  });
  const mine = { name: "All", version: theirs.json<{ version: string }>().version };
  expect((await save(mine)).json()).toMatchObject({ name: "All", people: [{ accountId: ids.bob }] });
});

test("new leads from any source are assigned, with the reason", async () => {
  await addRule(["ada", "bob", "cy"]);
  await winnow.ok("PUT /api/availability/{id}", { id: ids.bob, body: { ...NO_LIMITS, awayTo: "2026-05-10" } });
  const first = await newLead("One");
  const reason = "round robin among 2, Bob is away until May 11";
  expect(first).toMatchObject({ ownerSetBy: "rule", assignment: { ruleName: "Everyone", reason } });
  expect(first.timeline).toContainEqual(
    expect.objectContaining({ title: `One assigned to ${first.owner}`, description: `Everyone: ${reason}` }),
  );
  await winnow.ok("POST /api/process-email", {
    body: { content: "Hello, what would 200 licences cost?\nGrace Hopper\ngrace@navy.example\n+1 202 555 0143" },
  });
  const owners = (await winnow.ok("GET /api/leads", { query: {} })).map(({ owner }) => owner);
  expect(owners.toSorted()).toEqual(["Ada", "Cy"]);
});

test("a person gets at most their daily limit of leads", async () => {
  await addRule(["ada"], { strategy: "person" });
  await winnow.ok("PUT /api/availability/{id}", { id: ids.ada, body: { ...NO_LIMITS, perDay: 2 } });
  const owners = [];
  for (const name of ["One", "Two", "Three"]) owners.push((await newLead(name)).owner);
  expect(owners).toEqual(["Ada", "Ada", ""]);
});

test("days are those of the reports' time zone", async () => {
  await addRule(["ada"]);
  await winnow.ok("PUT /api/availability/{id}", { id: ids.ada, body: { ...NO_LIMITS, awayTo: "2026-05-06" } });
  expect((await newLead("One")).owner).toBe("");
  await winnow.ok("PUT /api/settings", { body: { reportTimeZone: "Pacific/Kiritimati" } });
  expect((await newLead("Two")).owner).toBe("Ada");
});

test("assigning existing leads can be previewed and undone, and skips those that a person decided", async () => {
  const chosen = await newLead("Chosen", { ownerId: ids.bob });
  const left = await newLead("Left", { ownerId: ids.bob });
  await winnow.ok("PATCH /api/leads/{id}", { id: left.id, body: { ownerId: null } });
  const open = await newLead("Open");
  const ownerOf = async ({ id }: LeadDetail) => (await winnow.ok("GET /api/leads/{id}", { id })).ownerId;

  const rules = [ruleFor(["ada"])];
  expect(await winnow.ok("POST /api/assignment-rules/preview", { body: { rules } })).toEqual({
    unassigned: 1,
    assigned: 1,
    people: [{ accountId: ids.ada, username: "Ada", leads: 1 }],
  });
  expect(await winnow.ok("GET /api/assignment-rules")).toEqual([]);
  expect(await ownerOf(open)).toBeNull();

  await addRule(["ada"]);
  await winnow.ok("PUT /api/availability/{id}", { id: ids.ada, body: { ...NO_LIMITS, perDay: 1 } });
  // Undo frees the person's capacity, or the second run would assign nothing.
  for (let run = 0; run < 2; run += 1) {
    const { changed, actId } = await winnow.ok("POST /api/assignment-rules/run");
    expect(changed).toBe(1);
    expect([await ownerOf(chosen), await ownerOf(left), await ownerOf(open)]).toEqual([ids.bob, null, ids.ada]);
    await winnow.ok("POST /api/journal/{id}/undo", { id: actId ?? "" });
    expect(await ownerOf(open)).toBeNull();
  }
  const undone = await winnow.ok("GET /api/leads/{id}", { id: open.id });
  expect(undone.assignment).toBeNull();
});

test("rules apply in their order, can be moved, and are kept by undo", async () => {
  const first = await addRule(["ada"], { name: "Ada's" });
  const second = await addRule(["bob"], { name: "Bob's" });
  const names = async () => (await winnow.ok("GET /api/assignment-rules")).map(({ name }) => name);
  expect((await winnow.ok("GET /api/assignment-rules"))[1]?.neverMatches).toContain("Ada's");
  await winnow.ok("PATCH /api/assignment-rules/{id}", { id: second, body: { before: first } });
  expect((await newLead("One")).owner).toBe("Bob");
  const deleted = await winnow.call("DELETE /api/assignment-rules/{id}", { id: second });
  expect(await names()).toEqual(["Ada's"]);
  await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
  expect(await names()).toEqual(["Bob's", "Ada's"]);
});

test("refuses bad rules and dates, and stores nothing", async () => {
  await winnow.ok("PATCH /api/users/{id}", { id: ids.cy, body: { isActive: false } });
  const bad: [object, string][] = [
    [ruleFor([], { people: [{ accountId: "999", weight: 1 }] }), "people"],
    [ruleFor(["ada", "cy"]), "people"],
    [ruleFor([]), "people"],
    [ruleFor(["ada", "ada"]), "people"],
    [ruleFor([], { people: [{ accountId: ids.ada, weight: 0 }] }), "people.0.weight"],
    [ruleFor(["ada"], { name: " " }), "name"],
    [ruleFor(["ada"], { conditions: { minScore: 101 } }), "conditions.minScore"],
    [ruleFor(["ada"], { conditions: { country: "Germany" } }), "conditions.country"],
  ];
  for (const [body, field] of bad) {
    const answer = await winnow.call("POST /api/assignment-rules", { body });
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ field }] });
  }
  expect(await winnow.ok("GET /api/assignment-rules")).toEqual([]);

  const reversed = { perDay: null, awayFrom: "2026-05-10", awayTo: "2026-05-09" };
  const refused = await winnow.call("PUT /api/availability/{id}", { id: ids.ada, body: reversed });
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: "awayTo" }] });
  const unknown = await winnow.call("PUT /api/availability/{id}", { id: "999", body: NO_LIMITS });
  expect(unknown.statusCode).toBe(404);
  expect(await winnow.ok("GET /api/availability")).toEqual([]);
});

test("a rule keeps someone who was deactivated, but no longer assigns to them", async () => {
  const id = await addRule(["ada", "bob"]);
  await winnow.ok("PATCH /api/users/{id}", { id: ids.bob, body: { isActive: false } });
  await winnow.ok("PATCH /api/assignment-rules/{id}", { id, body: ruleFor(["ada", "bob"], { name: "Renamed" }) });
  expect([(await newLead("One")).owner, (await newLead("Two")).owner]).toEqual(["Ada", "Ada"]);
});

test("only an owner sees and changes rules", async () => {
  for (const account of [CY, BOB]) {
    const browser = await signedIn(account);
    for (const answer of [
      await browser.call("GET /api/assignment-rules"),
      await browser.call("POST /api/assignment-rules", { body: ruleFor(["ada"]) }),
      await browser.call("POST /api/assignment-rules/run"),
    ]) {
      expect(answer.statusCode).toBe(403);
    }
  }
});
