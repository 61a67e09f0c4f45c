import { expect, test } from "vitest";
import { MailboxFields, type MailboxValues } from "#web/screens/gmail/mailbox-fields.ts";

const TYPED: MailboxValues = {
  email: "sales@acme.example",
  appPassword: null,
  enabled: true,
  autoSync: false,
  syncInterval: "45",
  labels: "INBOX",
  server: "",
  signIn: "password",
};

test.each([
  ["45", 45],
  ["5", 5],
  ["1440", 1440],
  ["", 30],
  ["4", 30],
  ["1441", 30],
  ["6.5", 30],
])("takes the interval %j as %d minutes", (syncInterval, minutes) => {
  expect(MailboxFields.parse({ ...TYPED, syncInterval })).toMatchObject({ syncInterval: minutes });
});

test("sends a typed password without spaces, and none that is stored or of another way to sign in", () => {
  expect(MailboxFields.parse({ ...TYPED, appPassword: "abcd efgh" })).toMatchObject({ appPassword: "abcdefgh" });
  expect(MailboxFields.parse(TYPED)).not.toHaveProperty("appPassword");
  expect(MailboxFields.parse({ ...TYPED, appPassword: "abcd", signIn: "microsoft" })).not.toHaveProperty("appPassword");
});
