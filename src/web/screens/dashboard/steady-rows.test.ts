import { describe, expect, it } from "vitest";
import { inPlace } from "#web/screens/dashboard/steady-rows.ts";

const row = (id: string, value = 0) => ({ id, value });

describe("inPlace", () => {
  const held = [row("a"), row("b"), row("c")];

  it.each([
    ["what arrives waits", [row("new"), ...held], held],
    ["another order waits", held.toReversed(), held],
    ["what leaves stays as it was last", [row("a"), row("c")], held],
    ["values stay live", [row("c", 9), row("b"), row("a")], [row("a"), row("b"), row("c", 9)]],
    ["an emptied list stays", [], held],
  ])("%s", (_word, latest, shown) => {
    expect(inPlace(held, latest)).toEqual(shown);
  });

  it("answers the held array itself when nothing changed, so that nothing is drawn again", () => {
    expect(inPlace(held, [...held])).toBe(held);
  });
});
