import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChatReply } from "#shared/contract/chat.ts";
import { openWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { oneEngine } from "#test/stores.ts";

const NOW = new Date(2026, 5, 17, 15);

const FIELDS = [
  { name: "Annual budget (€)", kind: "number" },
  { name: "Segment", kind: "choice", options: ["SMB", "Enterprise", "Public sector"] },
  { name: "Contract end", kind: "date" },
  { name: "Region", kind: "text" },
  { name: "Newsletter", kind: "yesNo" },
] as const;

/** Nadia has all fields, the last one none. */
const LEADS = [
  [
    "Nadia Quill",
    { annual_budget: 12_000, segment: "Enterprise", contract_end: "2026-06-30", region: "North", newsletter: true },
  ],
  ["Pavel Ruston", { annual_budget: 5000, segment: "SMB", contract_end: "2026-09-15", region: "South west" }],
  ["Sorin Tulip", { annual_budget: 800.5, segment: "Public sector", newsletter: false }],
  ["Uma Vesely", {}],
] as const;

describe.each(oneEngine("sqlite"))("questions on custom fields, on %s", (engine) => {
  let winnow: TestWinnow;
  let ids: Record<string, string>;

  async function open(): Promise<void> {
    winnow = await openWinnow(engine, { clock: () => NOW });
    for (const field of FIELDS) {
      await winnow.ok("POST /api/lead-fields", {
        body: { ...field, options: "options" in field ? [...field.options] : [] },
      });
    }
    ids = {};
    for (const [name, fields] of LEADS) {
      const email = `${name.split(" ")[0]}@${name.split(" ")[1]}.example`;
      const status = name.startsWith("P") || name.startsWith("N") ? "qualified" : "pending";
      ids[name] = (await winnow.ok("POST /api/leads", { body: { name, email, status, fields } })).id;
    }
  }

  const ask = async (message: string, ...earlier: string[]): Promise<ChatReply> => {
    const history = earlier.map((text) => ({ text, isUser: true }));
    return winnow.ok("POST /api/chat", { body: { message, history } });
  };
  const namesOf = ({ leads = [] }: ChatReply): string[] => leads.map(({ name }) => name.split(" ")[0]!).toSorted();

  describe("that change nothing for the others", () => {
    beforeAll(open);
    afterAll(() => winnow.close());

    test.each([
      ["leads with annual budget over 5000", ["Nadia"]],
      ["which leads have an annual budget of at least 5,000", ["Nadia", "Pavel"]],
      ["leads with annual budget >= 5k", ["Nadia", "Pavel"]],
      ["show leads with an annual budget under 5000", ["Sorin"]],
      ["leads with annual budget between 800 and 6000", ["Pavel", "Sorin"]],
      ["leads with an annual budget around 5500", ["Pavel"]],
      ["leads not in the enterprise segment", ["Pavel", "Sorin", "Uma"]],
      ["which leads have no annual budget", ["Uma"]],
      ["leads without a segment", ["Uma"]],
      ["leads in the enterprise segment", ["Nadia"]],
      ["leads with segment SMB or public sector", ["Pavel", "Sorin"]],
      ["leads where contract ends this month", ["Nadia"]],
      ["which contracts end after august", ["Pavel"]],
      ["do any leads have a contract end before July", ["Nadia"]],
      ["leads with region south", ["Pavel"]],
      ["leads with newsletter", ["Nadia"]],
      ["public sector leads", ["Sorin"]],
      ["leads whose contract expires in september", ["Pavel"]],
      ["leads with an annual budgett of 5000", ["Pavel"]],
      ["leads where newsletter is no", ["Sorin"]],
      ["qualified leads with annual budget below 10 000", ["Pavel"]],
      ["who has the highest annual budget", ["Nadia", "Pavel", "Sorin"]],
      ["Leads mit annual budget über 5.000", ["Nadia"]],
    ])("lists %s", async (question, names) => {
      const reply = await ask(question);
      expect(reply.reply).not.toMatch(/not sure|bin nicht sicher/u);
      expect([reply.from, namesOf(reply)]).toEqual(["data", names]);
    });

    test.each([
      ["how many leads have segment enterprise", "There is 1 lead with Segment “Enterprise”."],
      ["how many leads have an annual budget", "There are 3 leads with Annual budget (€)."],
      ["what is the annual budget of Nadia Quill", "Annual budget (€) of Nadia Quill: 12,000."],
      ["Pavel Ruston's segment", "Segment of Pavel Ruston: SMB."],
      ["what region is Uma Vesely in", "Region of Uma Vesely: not set."],
      ["average annual budget of qualified leads", /The average Annual budget \(€\) is 8,500, over 2 qualified leads/u],
      ["my boss wants one number: total annual budget of everything", /“one number”[^]*17,800\.5, over 3 leads/u],
      ["total annual budget", /The total Annual budget \(€\) is 17,800\.5, over 3 leads/u],
      [
        "which segments do we have",
        /• SMB: 1 \(25%\)\n• Enterprise: 1 \(25%\)\n• Public sector: 1 \(25%\)\n• Without Segment: 1/u,
      ],
      ["leads by segment", /• SMB: 1/u],
      ["average annual budget by segment", /• Enterprise: 12,000/u],
    ])("answers %s", async (question, says) => {
      const { reply, from } = await ask(question);
      expect(from).toBe("data");
      expect(reply).toMatch(says);
    });

    test("a follow-up adds a condition, and replaces one on the same field", async () => {
      const first = "leads with annual budget over 500";
      expect(namesOf(await ask(first))).toEqual(["Nadia", "Pavel", "Sorin"]);
      expect(namesOf(await ask("only those with segment enterprise", first))).toEqual(["Nadia"]);
      expect(namesOf(await ask("only those with annual budget over 10000", first))).toEqual(["Nadia"]);
    });

    test("offers to set and clear a value, and undo restores it", async () => {
      const { actions = [], reply } = await ask("set segment to SMB for Nadia Quill");
      expect(reply).toContain("You can undo it");
      const selection = { ids: [ids["Nadia Quill"]] };
      expect(actions).toEqual([
        { kind: "bulk_fields", label: "Set Segment to “SMB” for Nadia Quill", selection, fields: { segment: "SMB" } },
      ]);
      const fieldsNow = async () =>
        (await winnow.ok("GET /api/leads/{id}", { id: ids["Nadia Quill"]! })).fields["segment"];
      expect(await fieldsNow()).toBe("Enterprise");
      const [action] = actions;
      if (action?.kind !== "bulk_fields") throw new Error("No action was offered.");
      const { actId } = await winnow.ok("POST /api/leads/bulk-fields", {
        body: { selection: action.selection, fields: action.fields },
      });
      expect(await fieldsNow()).toBe("SMB");
      await winnow.ok("POST /api/journal/{id}/undo", { id: actId! });
      expect(await fieldsNow()).toBe("Enterprise");
      expect((await ask("change the annual budget of Nadia Quill to 9k")).actions).toMatchObject([
        { fields: { annual_budget: 9000 } },
      ]);
      expect((await ask("clear the annual budget of Nadia Quill")).actions).toMatchObject([
        { selection, fields: { annual_budget: null } },
      ]);
      const many = await ask("set newsletter to yes for all qualified leads");
      expect(many.actions).toMatchObject([{ kind: "bulk_fields", fields: { newsletter: true } }]);
    });

    test("refuses a value that doesn't fit", async () => {
      const { actions, reply } = await ask("set segment to gold for Nadia Quill");
      expect([actions, reply]).toEqual([
        undefined,
        "Segment: Choose one of the options: “SMB”, “Enterprise” and “Public sector”.",
      ]);
    });

    test("exports what a field says", async () => {
      const { actions } = await ask("export all leads with segment enterprise");
      expect(actions).toMatchObject([{ kind: "export", filter: { status: "all", fields: "segment:is:Enterprise" } }]);
    });
  });

  describe("on other fields or by someone else", () => {
    beforeEach(open);
    afterEach(() => winnow.close());

    test("says how many options it doesn't list", async () => {
      const options = Array.from({ length: 25 }, (_, at) => `Product ${at + 1}`);
      await winnow.ok("POST /api/lead-fields", { body: { name: "Products", kind: "choices", options } });
      const fields = { products: options.slice(0, 14) };
      await winnow.ok("POST /api/leads", { body: { name: "Vera Wolff", email: "vera@wolff.example", fields } });
      const { reply, figures } = await ask("leads by products");
      expect(figures).toHaveLength(12);
      expect(reply).toContain("3 more not shown");
    });

    test("a member with limited sight gets figures of the leads that they see", async () => {
      await winnow.ok("POST /api/session/first-owner", { body: ADA });
      const ada = (await winnow.ok("GET /api/team")).find(({ username }) => username === ADA.username);
      await winnow.ok("POST /api/leads/bulk-owner", {
        body: { selection: { ids: [ids["Nadia Quill"]!] }, ownerId: ada!.id },
      });
      await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
      await winnow.ok("PUT /api/settings", { body: { membersSeeOwnLeads: true } });
      const bob: Browser = winnow.browser();
      await bob.ok("POST /api/session", { body: BOB });
      const asked = async (message: string) => (await bob.ok("POST /api/chat", { body: { message } })).reply;
      expect(await asked("total annual budget")).toContain("is 5,800.5, over 2 leads");
      expect(await asked("leads by segment")).toContain("• Enterprise: 0");
      expect(await asked("what is the annual budget of Nadia Quill")).not.toContain("12,000");
    });
  });
});
