import { describe, expect, test } from "vitest";
import { findFolder, missingFolders } from "#server/pipeline/sources/mailbox/folders.ts";

const listed = (delimiter: string, ...paths: string[]) => paths.map((path) => ({ path, delimiter }));

describe("finds a folder by the name a person writes", () => {
  const slashed = listed("/", "INBOX", "Leads/2026", "leads", "Späße", "[Gmail]/All Mail", "Zwei & drei");
  const dotted = listed(".", "INBOX", "INBOX.Leads.New", "INBOX.Sent");

  test.each([
    ["inbox", "INBOX"],
    ["Leads/2026", "Leads/2026"],
    ["LEADS/2026", "Leads/2026"],
    ["Spa\u0308\u00dfe", "Späße"],
    ["[Gmail]/All Mail", "[Gmail]/All Mail"],
    ["zwei & drei", "Zwei & drei"],
  ])("%s", (name, path) => {
    expect(findFolder(name, slashed)).toBe(path);
  });

  test.each([
    ["INBOX.Leads.New", "INBOX.Leads.New"],
    ["INBOX/Leads/New", "INBOX.Leads.New"],
    ["Leads/New", "INBOX.Leads.New"],
    ["sent", "INBOX.Sent"],
  ])("%s, where the server writes dots and puts everything below the inbox", (name, path) => {
    expect(findFolder(name, dotted)).toBe(path);
  });

  test("not by a name that matches two", () => {
    expect(findFolder("LEADS", listed("/", "Leads", "leads"))).toBeNull();
    expect(findFolder("leads", listed("/", "Leads", "leads"))).toBe("leads");
  });

  test("not by half a name", () => {
    expect(findFolder("Lead", slashed)).toBeNull();
  });
});

test("an unknown name is reported with the existing ones", () => {
  expect(missingFolders({ folders: [], missing: ["Leads", "Offers"], existing: ["INBOX", "Sent"] })).toBe(
    "The mailbox has no folder named “Leads”, “Offers”. It has: INBOX, Sent.",
  );
  const many = Array.from({ length: 45 }, (_, index) => `F${index}`);
  expect(missingFolders({ folders: [], missing: ["X"], existing: many })).toMatch(/F29 and 15 more\.$/u);
});
