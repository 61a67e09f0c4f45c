import { expect, test } from "vitest";
import { upstreamFailed } from "#server/platform/errors.ts";
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

test("of an error that people see only its id and its cause's code are logged, not its words", () => {
  const cause = Object.assign(new Error("550 No such user ann@x.example"), { code: "EENVELOPE" });
  const error = upstreamFailed("mail_recipients_refused", "The server refused ann@x.example.", cause);
  expect(loggedError(error)).toEqual({
    type: "AppError",
    id: "mail_recipients_refused",
    status: 502,
    code: "EENVELOPE",
  });
});

test("what is no error is logged as it is", () => {
  expect(loggedError("text")).toBe("text");
});
