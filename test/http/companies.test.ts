import { describe, expect, test } from "vitest";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { addLeads, ENGINES } from "#test/stores.ts";

const at = (email: string) => ({ email, emailKey: email, industry: "", scrapeUrl: "" });

async function acme(winnow: TestWinnow): Promise<string[]> {
  const region = (value: string) => [{ name: "Region", value }];
  return addLeads(winnow.workspace.store, [
    { name: "Ann", ...at("ann@acme.example"), company: "Acme", industry: "Tools", score: 70, facts: region("North") },
    {
      name: "Bob",
      ...at("bob@acme.example"),
      company: "ACME Ltd",
      score: 90,
      status: "approved",
      facts: region("North"),
    },
    { name: "Cid", ...at("cid@acme.example"), company: "Acme", score: 10, facts: region("South") },
    { name: "Dan", ...at("dan@gmail.com"), company: "Café  Zoë" },
    { name: "Eve", ...at("eve@gmail.com"), company: "CAFE ZOE" },
    { name: "Fay", ...at("fay@gmail.com"), company: "" },
  ]);
}

describe.each(ENGINES)("companies on %s", (engine) => {
  test("group leads by work domain, otherwise by name, and never by free mail", async () => {
    const winnow = await freshWinnow(engine);
    const ids = await acme(winnow);
    const keys = await Promise.all(ids.map(async (id) => (await winnow.ok("GET /api/leads/{id}", { id })).companyKey));
    expect(keys).toEqual(["@acme.example", "@acme.example", "@acme.example", "cafe zoe", "cafe zoe", null]);

    expect(await winnow.ok("GET /api/companies/{key}", { params: { key: "@acme.example" } })).toMatchObject({
      name: "Acme",
      count: 3,
      exact: true,
      bestScore: 90,
      statuses: { approved: 1 },
      facts: [
        { name: "Company", values: ["Acme", "ACME Ltd"] },
        { name: "Industry", values: ["Tools"] },
        // South is only Cid's.
        { name: "Region", values: ["North"] },
      ],
      leads: [{ name: "Bob" }, { name: "Ann" }, { name: "Cid" }],
    });
    const listed = async (company: string): Promise<string[]> =>
      (await winnow.ok("GET /api/leads", { query: { company, sort: "name" } })).map(({ name }) => name);
    expect(await listed("@ACME.example")).toEqual(["Ann", "Bob", "Cid"]);
    expect(await listed("Café Zoë")).toEqual(["Dan", "Eve"]);
    await winnow.ok("POST /api/leads", { body: { name: "Gil", email: "gil@münchen.example" } });
    expect(await listed("@MÜNCHEN.example")).toEqual(["Gil"]);
    for (const key of ["@xn--mnchen-3ya.example", "@münchen.example"]) {
      const company = await winnow.ok("GET /api/companies/{key}", { params: { key } });
      expect(company).toMatchObject({ name: "München", count: 1 });
    }
    for (const key of ["@gmail.com", "@unknown.example", "Nobody"]) {
      expect((await winnow.call("GET /api/companies/{key}", { params: { key } })).statusCode).toBe(404);
    }
  });
});
