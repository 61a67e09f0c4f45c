import { LEAD_TEXT_FIELDS, perField } from "#shared/lead-fields.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { anyOf, pick, randomNumbers, randomWords } from "./random.ts";

const NEWEST = Date.UTC(2026, 8, 30);
const SPAN = 365 * 86_400_000;
const NOTES_LENGTH = 300;

/** Cumulative percentages. */
const STATUSES: readonly (readonly [share: number, status: LeadStatus])[] = [
  [20, "qualified"],
  [30, "approved"],
  [45, "rejected"],
  [100, "pending"],
];

/** Leads of about 700 characters, always the same, oldest first. */
export class SampleLeads {
  readonly count: number;
  readonly #random = randomNumbers(77);
  readonly #firstNames = randomWords(400, this.#random).map(capitalized);
  readonly #lastNames = randomWords(4_000, this.#random).map(capitalized);
  /** Their vocabulary, most common words first. */
  readonly words = randomWords(6_000, this.#random);
  #made = 0;

  constructor(count: number) {
    this.count = count;
  }

  /** The next batch, shorter at the end. */
  next(atMost: number): LeadRecord[] {
    return Array.from({ length: Math.min(atMost, this.count - this.#made) }, () => this.#lead());
  }

  #lead(): LeadRecord {
    const at = this.#made;
    this.#made += 1;
    const random = this.#random;
    const word = (): string => anyOf(this.words, random);
    const [first, last] = [pick(this.#firstNames, random), pick(this.#lastNames, random)];
    const company = `${capitalized(word())} ${capitalized(pick(this.words, random))} Ltd`;
    const email = `${first}.${last}${at}@${word()}${word()}.example`.toLowerCase();
    const createdAt = new Date(NEWEST - SPAN + Math.floor((SPAN * at) / this.count)).toISOString();
    const drawn = random() * 100;
    const status = STATUSES.find(([share]) => drawn < share)?.[1] ?? "pending";
    const industry = pick(this.words, random);
    let notes = "";
    while (notes.length < NOTES_LENGTH) notes += `${pick(this.words, random)} `;
    return {
      ...perField(LEAD_TEXT_FIELDS, () => ""),
      id: null,
      name: `${first} ${last}`,
      email,
      company,
      industry,
      title: `Head of ${word()}`,
      phone: `+4420${String(10_000_000 + at)}`,
      source: at % 4 === 0 ? "manual" : "google_sheets",
      status,
      statusSetBy: "rule",
      ownerId: null,
      owner: "",
      ownerSetBy: null,
      qualificationStatus: "incomplete",
      missingInfo: ["need"],
      followUpAttempts: 0,
      lastFollowUp: null,
      score: Math.floor(random() * 101),
      keywords: [industry, word()],
      sourceData: { sheet: "Sheet1", row: at + 2 },
      rawData: { Name: `${first} ${last}`, Email: email, Company: company },
      notes,
      processedAt: createdAt,
      createdAt,
      updatedAt: createdAt,
      facts: [],
      provenance: {},
      otherValues: [],
      tagMarks: [],
      customFields: [],
      scoreParts: [],
      emailKey: email,
      phoneKey: `+4420${String(10_000_000 + at)}`,
      nextStep: null,
    };
  }
}

function capitalized(word: string): string {
  return `${word[0]?.toUpperCase() ?? ""}${word.slice(1)}`;
}
