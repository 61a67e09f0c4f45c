import { expect, test } from "vitest";
import { loggedError } from "#server/platform/log.ts";

test("of an error only what names it is logged, not the data it carries", () => {
  const cause = Object.assign(new Error("duplicate key"), { code: "23505", detail: "Key (email)=(ann@x.example)" });
  const error = Object.assign(new Error("could not save", { cause }), { code: "E1", parameters: ["ann@x.example"] });
  const logged = loggedError(error);
  expect(logged).toEqual({
    type: "Error",
    message: "could not save: duplicate key",
    code: "E1",
    stack: expect.stringContaining("caused by: Error: duplicate key") as string,
  });
  expect(JSON.stringify(logged)).not.toContain("ann@x.example");
});

test("what is no error is logged as it is", () => {
  expect(loggedError("text")).toBe("text");
});
