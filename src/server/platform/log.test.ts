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

test("what a parser or PostgreSQL quotes of data it could not take is left out", () => {
  const parsing = attempt(() => JSON.parse('{"email": ada@analytical.example}'));
  const exception = Object.assign(new Error('invalid input syntax for type bigint: "ada@analytical.example"'), {
    code: "22P02",
  });
  for (const error of [parsing, exception, new Error("not saved", { cause: exception })]) {
    const logged = JSON.stringify(loggedError(error));
    expect(error instanceof Error && JSON.stringify([error.message, String(error.cause)])).toMatch(/ada@/u);
    expect(logged).not.toContain("ada@");
    expect(logged).toContain("“…”");
  }
});

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
