import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { judgeText } from "#server/email-analysis/model/judge-text.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";
import { formatWeights } from "#server/email-analysis/model/weights-file.ts";
import { blindMessages, heldBackMessages, trainingMessages, unseenMessages } from "../training/corpus.ts";
import { fitWeights, SHIPPED_PENALTY } from "../training/fit-model.ts";
import { belowFloor, FLOORS } from "../training/floors.ts";
import type { Message } from "../training/message.ts";

const scored = (messages: readonly Message[]) =>
  messages.map((message) => ({ message, probability: judgeText(message.input, shippedModel).probability }));

test("training makes the shipped weights again, to the byte", () => {
  const shipped = readFileSync(new URL("../src/server/email-analysis/model/weights.json", import.meta.url), "utf8");
  // The line of the confidence takes a model for each author, for minutes: npm run eval makes it again.
  const { calibration } = shippedModel;
  expect(formatWeights({ ...fitWeights(trainingMessages(), SHIPPED_PENALTY), calibration })).toBe(shipped);
});

test("the shipped model reaches its floors on messages it never learned from", () => {
  const heldBack = scored(heldBackMessages());
  const byHand = heldBack.filter(({ message }) => !message.isComposed);
  expect(belowFloor("held back", heldBack, FLOORS.heldBack)).toEqual([]);
  expect(belowFloor("held back, by hand", byHand, FLOORS.heldBackByHand)).toEqual([]);
  expect(belowFloor("unseen", scored(unseenMessages()), FLOORS.unseen)).toEqual([]);
  expect(belowFloor("blind", scored(blindMessages()), FLOORS.blind)).toEqual([]);
});

test("no message to measure on is one to learn from", () => {
  const known = new Set(trainingMessages().map(({ input }) => `${input.subject}\n${input.text}`));
  const measured = [...heldBackMessages(), ...unseenMessages(), ...blindMessages()];
  expect(measured.filter(({ input }) => known.has(`${input.subject}\n${input.text}`)).length).toBe(0);
});
