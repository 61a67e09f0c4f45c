import { describe, expect, it } from "vitest";
import { inPlace } from "#web/screens/dashboard/steady-rows.ts";

const row = (id: string, value = 0) => ({ id, value });

describe("inPlace", () => {
  const held = [row("a"), row("b"), row("c")];

  it.each([
    ["holds back new rows", [row("new"), ...held], held],
    ["holds back a new order", held.toReversed(), held],
    ["keeps the last values of a removed row", [row("a"), row("c")], held],
    ["keeps values live", [row("c", 9), row("b"), row("a")], [row("a"), row("b"), row("c", 9)]],
    ["keeps the rows of an emptied list", [], held],
  ])("%s", (_word, latest, shown) => {
    expect(inPlace(held, latest)).toEqual(shown);
  });

  it("returns the held array itself when nothing changed", () => {
    expect(inPlace(held, [...held])).toBe(held);
  });
});
