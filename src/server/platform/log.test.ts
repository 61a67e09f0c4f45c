import { expect, test } from "vitest";
import { upstreamFailed } from "#server/platform/errors.ts";
import { loggedError } from "#server/platform/log.ts";

test("logs what identifies an error, not the data it contains", () => {
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

test("logs only the ID and cause code of an error that people see, not its text", () => {
  const cause = Object.assign(new Error("550 No such user ann@x.example"), { code: "EENVELOPE" });
  const error = upstreamFailed("mail_recipients_refused", "The server refused ann@x.example.", cause);
  expect(loggedError(error)).toEqual({
    type: "AppError",
    id: "mail_recipients_refused",
    status: 502,
    code: "EENVELOPE",
  });
});

test("logs a value that isn't an error as is", () => {
  expect(loggedError("text")).toBe("text");
});

test("skips data that a parser or PostgreSQL quotes", () => {
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
