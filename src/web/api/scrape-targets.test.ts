import { expect, it } from "vitest";
import { scraperFiguresQuery } from "#web/api/scrape-targets.ts";

it("asks for the day's figures again after midnight", () => {
  const keyAt = (day: number, hour: number): readonly unknown[] =>
    scraperFiguresQuery(new Date(2026, 4, day, hour).getTime()).queryKey;
  expect(keyAt(20, 0)).toEqual(keyAt(20, 23));
  expect(keyAt(20, 23)).not.toEqual(keyAt(21, 0));
});
