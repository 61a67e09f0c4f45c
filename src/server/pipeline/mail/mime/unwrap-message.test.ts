import { expect, test } from "vitest";
import { bareMessage } from "#server/pipeline/mail/mime/message.ts";
import { unwrapMessage } from "#server/pipeline/mail/mime/unwrap-message.ts";

const OWN = ["sales@ours.example"];
const INNER =
  "From: Jean Dupont <jean@dupont.fr>\nDate: Sun, 3 May 2026 10:00:00 +0200\nSubject: Devis\nTo: Tom <tom@ours.example>\n\nUn devis pour 20 postes ?";

function unwrap(text: string, from = "tom@ours.example", subject = "Fwd: Devis") {
  const message = { ...bareMessage(text.split("\n")), from: { name: "Tom", address: from }, subject };
  const { writer, text: words, ...rest } = unwrapMessage(message, OWN);
  return { writer: writer.address, words: words.join("\n"), ...rest };
}

test.each([
  `---------- Forwarded message ---------\n${INNER}`,
  `-------- Weitergeleitete Nachricht --------\n${INNER}`,
  `---------- Message transféré ----------\n${INNER}`,
  `Begin forwarded message:\n\n${INNER}`,
  `Anfang der weitergeleiteten Nachricht:\n\n${INNER.replaceAll(/^/gmu, "> ")}`,
  `Begin forwarded message:\n\n${INNER}`.replaceAll(/^/gmu, "> "),
  `-----Original Message-----\n${INNER}`,
  `________________________________\n${INNER}`, // Outlook: only the subject says so
  `Please take care of this one.\n\nTom\n\n---------- Forwarded message ---------\n${INNER}`,
])("finds the first writer's text in %j", (text) => {
  expect(unwrap(text)).toMatchObject({
    writer: "jean@dupont.fr",
    words: "Un devis pour 20 postes ?",
    subject: "Devis",
    date: "2026-05-03T08:00:00.000Z",
    isForwarded: true,
  });
});

test("a phone's footer above the original message is no reply", () => {
  expect(unwrap(`Sent from my phone\n\n-----Original Message-----\n${INNER}`, "", "").writer).toBe("jean@dupont.fr");
});

test("what the answered message had forwarded isn't forwarded again", () => {
  const quoted = `---------- Forwarded message ---------\n${INNER}`.replaceAll(/^/gmu, "> ");
  expect(unwrap(`${quoted}\n\nNo, thanks.\n\nTom`).writer).toBe("tom@ours.example");
});

test("a message forwarded twice belongs to its first writer", () => {
  const once = `---------- Forwarded message ---------\nFrom: Eva <eva@ours.example>\nDate: Mon\nSubject: Fwd: Devis\nTo: Tom <tom@ours.example>\n\n`;
  expect(unwrap(`${once}---------- Forwarded message ---------\n${INNER}`).writer).toBe("jean@dupont.fr");
});

test("a stranger with a request above what he forwards stays the writer", () => {
  const comment =
    "Hello, below is what our supplier told us last week. Could you make us a better offer for the same twenty seats, delivered to Lyon?";
  const { writer, words, isForwarded } = unwrap(
    `${comment}\n\n---------- Forwarded message ---------\n${INNER}`,
    "eva@client.com",
  );
  expect({ writer, isForwarded }).toEqual({ writer: "eva@client.com", isForwarded: false });
  expect(words).toBe(comment);
});

test("our own text that comes back isn't the writer's", () => {
  const ours = INNER.replace("jean@dupont.fr", "sales@ours.example");
  const { writer, words } = unwrap(`Yes please!\n\n---------- Forwarded message ---------\n${ours}`, "eva@client.com");
  expect({ writer, words }).toEqual({ writer: "eva@client.com", words: "Yes please!" });
});

test("a reply isn't a forwarded message", () => {
  const text = `What do they cost?\n\n-----Original Message-----\n${INNER}`;
  expect(unwrap(text, "eva@client.com", "Re: Devis")).toMatchObject({
    writer: "eva@client.com",
    words: "What do they cost?",
  });
});

const JEAN = { name: "", address: "jean@dupont.fr" };
test.each([
  ["a group address", "'Jean Dupont' via Sales", { address: "sales@ours.example" }, JEAN, "Jean Dupont"],
  ["our website", "Ours", { address: "wordpress@ours.example" }, { ...JEAN, name: "Jean D." }, "Jean D."],
  ["our website, without a name", "Ours", { address: "web@ours.example" }, JEAN, ""],
])("mail sent in our name by %s belongs to whom a reply reaches", (_what, name, from, replyTo, expected) => {
  const message = { ...bareMessage(["Un devis ?"]), from: { name, ...from }, replyTo, subject: "Devis" };
  expect(unwrapMessage(message, OWN).writer).toEqual({ name: expected, address: "jean@dupont.fr" });
});

test.each(["eva@ours.example", "noreply@crm.example"])(
  "a colleague whose replies go to %s is the writer",
  (address) => {
    const from = { name: "Tom", address: "tom@ours.example" };
    const message = { ...bareMessage(["Hello"]), from, replyTo: { name: "", address } };
    expect(unwrapMessage(message, OWN).writer).toEqual(from);
  },
);
