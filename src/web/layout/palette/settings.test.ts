import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFIGURATION_PARTS, type PageName } from "#shared/pages.ts";
import { anchorOf } from "#web/format/anchor.ts";
import { SETTINGS } from "#web/layout/palette/settings.ts";

const SCREENS = join(import.meta.dirname, "../../screens");

const FOLDERS = { configuration: "configuration", emailSettings: "email-settings", account: "account" } as const;

/** Titles of cards, as written in a screen's components. */
function cardsOf(folder: string): string[] {
  const files = readdirSync(join(SCREENS, folder), { encoding: "utf8", recursive: true }).filter((file) =>
    file.endsWith(".tsx"),
  );
  const titles = files.flatMap((file) =>
    [...readFileSync(join(SCREENS, folder, file), "utf8").matchAll(/<Card\s[^<>]*?title="([^"]+)"/gu)].map(
      ([, title = ""]) => title,
    ),
  );
  return [...new Set(titles)];
}

describe("the settings in the command palette", () => {
  it.each(Object.entries(FOLDERS))("name every card of %s", (page, folder) => {
    const named = SETTINGS.filter((setting) => setting.page === (page as PageName)).map(({ label }) => label);
    const cards = cardsOf(folder);
    expect(cards.length).toBeGreaterThan(2);
    // The form before the first account, which the screen itself shows.
    expect(named.toSorted()).toEqual(cards.filter((title) => title !== "No accounts yet").toSorted());
  });

  it("include every part of Configuration that links name", () => {
    const anchors = SETTINGS.filter(({ page }) => page === "configuration").map(({ label }) => anchorOf(label));
    expect(anchors).toEqual(expect.arrayContaining([...CONFIGURATION_PARTS]));
  });

  it("are each named once per screen", () => {
    const names = SETTINGS.map(({ page, label }) => `${page} ${label}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
