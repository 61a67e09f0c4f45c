import { LIMITS } from "#shared/limits.ts";
import type { Message } from "./message.ts";

/** A message and how likely the model finds it a lead. */
export interface Scored {
  message: Message;
  probability: number;
}

export interface Figures {
  messages: number;
  /** Of those called leads, the share that are. */
  precision: number;
  /** Of the leads, the share called so. */
  recall: number;
  f1: number;
  accuracy: number;
}

export interface Bin {
  from: number;
  messages: number;
  /** Mean probability, and the share of leads: equal when the model is calibrated. */
  said: number;
  was: number;
}

/** From this probability on Winnow calls a message a lead, unless told otherwise. */
export const CUT = LIMITS.mailbox.minimumConfidence.default / 100;

/** More likely a lead than not. */
const EVEN = 0.5;
const BINS = 10;

export function isRight({ message, probability }: Scored): boolean {
  return probability >= EVEN === message.isLead;
}

/** `cut`: the probability from which a message is called a lead. */
export function figuresOf(scored: readonly Scored[], cut = EVEN): Figures {
  const called = scored.filter(({ probability }) => probability >= cut);
  const found = called.filter(({ message }) => message.isLead).length;
  const leads = scored.filter(({ message }) => message.isLead).length;
  const precision = share(found, called.length);
  const recall = share(found, leads);
  return {
    messages: scored.length,
    precision,
    recall,
    f1: share(2 * precision * recall, precision + recall),
    accuracy: share(scored.filter(isRight).length, scored.length),
  };
}

/** The reliability table: ten bins of equal width, empty ones left out. */
export function binsOf(scored: readonly Scored[]): Bin[] {
  const bins = Map.groupBy(scored, ({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)));
  return [...bins]
    .toSorted(([one], [other]) => one - other)
    .map(([bin, inside]) => ({
      from: bin / BINS,
      messages: inside.length,
      said: mean(inside.map(({ probability }) => probability)),
      was: mean(inside.map(({ message }) => (message.isLead ? 1 : 0))),
    }));
}

/** Expected calibration error: how far said and was are apart, weighted by messages (Naeini et al. 2015). */
export function calibrationErrorOf(scored: readonly Scored[]): number {
  return binsOf(scored).reduce(
    (sum, { messages, said, was }) => sum + (messages / scored.length) * Math.abs(said - was),
    0,
  );
}

/** The wrong ones, surest first. */
export function worstOf(scored: readonly Scored[]): Scored[] {
  const wrongBy = ({ message, probability }: Scored) => (message.isLead ? 1 - probability : probability);
  return scored.filter((one) => !isRight(one)).toSorted((one, other) => wrongBy(other) - wrongBy(one));
}

function mean(numbers: readonly number[]): number {
  return share(
    numbers.reduce((sum, number) => sum + number, 0),
    numbers.length,
  );
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
