import { describe, expect, test } from "vitest";
import { SmtpFields, smtpValues, type SmtpValues } from "#web/screens/email-settings/smtp-fields.ts";

const TYPED: SmtpValues = {
  ...smtpValues(null),
  smtpHost: "mail.example",
  username: "winnow",
  password: "a long password",
  fromEmail: "reports@winnow.example",
  recipientEmailsText: "sales@winnow.example; boss@winnow.example",
};

test("new settings start with the usual port, a daily report and switched on", () => {
  expect(smtpValues(null)).toMatchObject({ smtpPort: "587", reportFrequency: "daily", isActive: true, password: "" });
});

test("sends what was typed, without a password that stays as it is", () => {
  const { recipientEmailsText: _text, ...others } = TYPED;
  const sent = { ...others, smtpPort: 587, recipientEmails: ["sales@winnow.example", "boss@winnow.example"] };
  expect(SmtpFields.parse(TYPED)).toEqual(sent);
  const { password: _kept, ...rest } = sent;
  expect(SmtpFields.parse({ ...TYPED, password: null })).toEqual(rest);
});

describe("rejects at its field", () => {
  test.each<[keyof SmtpValues, string, string]>([
    ["smtpHost", "", "SMTP host is required"],
    ["smtpHost", "https://mail.example", "Enter the host name only, without https:// or a path"],
    ["smtpPort", "", "Port must be at least 1"],
    ["smtpPort", "70000", "Port must be at most 65535"],
    ["smtpPort", "58.7", "Port must be a whole number"],
    ["username", " ", "Username is required"],
    ["password", "", "Password is required"],
    ["fromEmail", "", "From email is required"],
    ["fromEmail", "nobody", "Enter a valid email address"],
    ["recipientEmailsText", "", "At least one recipient email is required"],
    ["recipientEmailsText", " , ", "At least one recipient email is required"],
    ["recipientEmailsText", "a@winnow.example, bob", "bob: Enter a valid email address"],
  ])("%s %j", (field, typed, message) => {
    const { error } = SmtpFields.safeParse({ ...TYPED, [field]: typed });
    // The form shows the first issue of a field.
    expect(error?.issues[0]).toMatchObject({ path: [field], message });
    expect(new Set(error?.issues.map(({ path }) => path.join(".")))).toEqual(new Set([field]));
  });
});
