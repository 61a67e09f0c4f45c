import { beforeEach, describe, expect, test } from "vitest";
import { freshWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";

let winnow: TestWinnow;
let bob: Browser;
let bobId: string;
let ids: Record<"zelda" | "otto" | "mira", string>;

const ask = async (message: string, ...earlier: string[]) => {
  const history = earlier.map((text) => ({ text, isUser: true }));
  return bob.ok("POST /api/chat", { body: { message, history } });
};

beforeEach(async () => {
  winnow = await freshWinnow("sqlite");
  const add = async (name: string, company: string) =>
    (await winnow.ok("POST /api/leads", { body: { name, company, email: `${name.split(" ")[0]}@${company}.example` } }))
      .id;
  ids = {
    zelda: await add("Zelda Quimby", "Quimby"),
    otto: await add("Otto Haber", "Haber"),
    mira: await add("Mira Lund", "Haber"),
  };
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  bob = winnow.browser();
  await bob.ok("POST /api/session", { body: BOB });
  bobId = (await bob.ok("GET /api/team")).find(({ username }) => username === BOB.username)?.id ?? "";
  await bob.ok("PATCH /api/leads/{id}", { id: ids.zelda, body: { ownerId: bobId } });
});

describe("the assistant of a team", () => {
  test("counts leads by owner", async () => {
    const { figures } = await ask("who has the most open leads");
    expect(figures).toEqual([
      { label: "nobody", value: "2 undecided, 0 approved, 2 in total" },
      { label: "Bob", value: "1 undecided, 0 approved, 1 in total" },
      { label: "Ada", value: "0 undecided, 0 approved, 0 in total" },
    ]);
    expect((await ask("compare ada and bob")).figures?.map(({ label }) => label)).toEqual(["Bob", "Ada"]);
  });

  test("lists the leads of one owner", async () => {
    expect(await ask("which leads belong to bob")).toMatchObject({ leads: [{ name: "Zelda Quimby" }] });
    expect(await ask("leads assigned to me")).toMatchObject({ leads: [{ name: "Zelda Quimby" }] });
  });

  test("offers to assign one lead, or those of the last answer", async () => {
    const one = {
      kind: "bulk_owner",
      label: "Assign Otto Haber to Bob",
      selection: { ids: [ids.otto] },
      ownerId: bobId,
    };
    expect((await ask("assign otto haber to bob")).actions).toEqual([one]);
    expect((await ask("assign otto haber to me")).actions).toEqual([one]);
    const many = (await ask("assign them to bob", "leads from haber")).actions;
    expect(many).toMatchObject([{ kind: "bulk_owner", ownerId: bobId }]);
    expect(idsOf(many)).toEqual([ids.mira, ids.otto].toSorted());
    expect((await ask("unassign zelda quimby")).actions).toMatchObject([
      { label: "Unassign Zelda Quimby", selection: { ids: [ids.zelda] }, ownerId: null },
    ]);
  });

  test("offers to tag leads, and to remove a tag wherever it is", async () => {
    expect((await ask("tag all leads from haber as trade fair")).actions).toMatchObject([
      { kind: "bulk_tags", label: "Tag 2 leads “trade fair”", add: ["trade fair"], remove: [] },
    ]);
    await bob.ok("POST /api/leads/bulk-tags", { body: { selection: { ids: [ids.mira] }, add: ["old"] } });
    const removal = (await ask("remove the tag old from all leads")).actions;
    expect(removal).toMatchObject([{ kind: "bulk_tags", selection: { ids: [ids.mira] }, add: [], remove: ["old"] }]);
    expect((await ask("which tags do we use most")).figures).toEqual([{ label: "old", value: "1 lead" }]);
  });

  test("a tag or a person in a request for something else is no reason to tag or assign", async () => {
    await bob.ok("POST /api/leads/bulk-tags", { body: { selection: { ids: [ids.mira, ids.otto] }, add: ["vip"] } });
    const kinds = async (message: string) => (await ask(message)).actions?.map(({ kind }) => kind);
    const [tag] = await bob.ok("GET /api/tags");
    expect((await ask("export all leads with the tag vip")).actions).toMatchObject([{ filter: { tags: tag?.id } }]);
    expect(await kinds("give me a csv of the pending leads")).toEqual(["export"]);
    expect(await kinds("export all leads with the tag vip")).toEqual(["export"]);
    expect(await kinds("approve all leads with the tag vip")).toEqual(["bulk_status"]);
  });

  test("offers a decision on many leads, but never on decided ones", async () => {
    await bob.ok("PATCH /api/leads/{id}", { id: ids.mira, body: { status: "approved" } });
    const { actions } = await ask("reject everything below 10");
    expect(actions).toMatchObject([{ kind: "bulk_status", status: "rejected" }]);
    expect(idsOf(actions)).toEqual([ids.otto, ids.zelda].toSorted());
    expect(await ask("approve all leads above 90")).toMatchObject({ reply: "No lead fits that." });
  });

  test("finds mentions, and what somebody did", async () => {
    expect((await ask("did anyone mention me")).reply).toContain("Nobody has mentioned you");
    await winnow.ok("POST /api/leads/{id}/comments", { id: ids.otto, body: { text: "@Bob please call" } });
    expect((await ask("did anyone mention me")).reply).toMatch(/Ada on Otto Haber.*@Bob please call/u);
    const { reply } = await ask("what did ada do today");
    expect(reply).toContain("by Ada");
    expect(reply).not.toContain("by Bob");
  });

  test("reports what a webhook or CRM is doing", async () => {
    expect((await ask("is hubspot connected")).reply).toBe(
      "HubSpot isn't connected. An owner can connect one under Integrations.",
    );
    const body = {
      url: "https://hooks.example.com/winnow",
      description: "Billing",
      events: ["lead.approved" as const],
    };
    await winnow.ok("POST /api/webhook-endpoints", { body });
    expect((await ask("does the webhook work")).reply).toBe(
      "• Webhook “Billing”: connected and working; nothing has been sent yet",
    );
  });
});

function idsOf(actions: Awaited<ReturnType<typeof ask>>["actions"]): string[] {
  return (actions ?? [])
    .flatMap((action) => ("selection" in action && "ids" in action.selection ? action.selection.ids : []))
    .toSorted();
}
