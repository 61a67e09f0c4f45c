import { DAY } from "#shared/durations.ts";
import { pick, seededRandom } from "../seeded-random.ts";

/** What a lead may write, and its true worth to the example's sales team in log-odds. */
const SENTENCES: readonly { text: string; worth: number }[] = [
  { text: "We have a budget for this year", worth: 1.4 },
  { text: "Could you send us a quote", worth: 1 },
  { text: "We would like to see a demo", worth: 0.8 },
  { text: "It is urgent", worth: 0 },
  { text: "We are running a pilot on pallets in our warehouse", worth: 1.6 },
  { text: "We work with several plants across the region", worth: 1 },
  { text: "I am writing my thesis about planning", worth: -2.2 },
  { text: "We are only collecting information", worth: -1.2 },
  { text: "I am looking for a job in your company", worth: -2.5 },
  { text: "A colleague told me about you at the fair", worth: 0.3 },
  { text: "Please call me back in the afternoon", worth: 0 },
  { text: "Your website did not answer my question", worth: 0 },
];
const INDUSTRIES = [
  { name: "Logistics", worth: 0.8 },
  { name: "Manufacturing", worth: 0.5 },
  { name: "Retail", worth: 0 },
  { name: "Education", worth: -0.9 },
] as const;
const FIRST = "Alma Bruno Clara Dario Edda Farid Greta Hugo Ines Jonas Karin Luca Mina Nils Olga Pavel".split(" ");
const LAST = "Adler Brandt Costa Duval Eklund Fischer Garcia Holm Ivanov Jansen Keller Lindgren Moreau Novak".split(
  " ",
);
const FIRMS = "Northwind Harbour Baltic Alpine Meridian Copper Lakeside Granite Orchard Summit".split(" ");
const TRADES = "Freight Foods Tools Papers Textiles Works".split(" ");
const BASE = -1.1;
const BEGIN = Date.UTC(2025, 0, 6, 9);

/** A table of leads with outcomes from known reasons and chance; always the same. */
export function exampleLeads(count: number, seed = 7): string {
  const random = seededRandom(seed);
  const rows = [["Name", "Email", "Company", "Phone", "Industry", "Notes", "Created", "Outcome"]];
  for (let index = 0; index < count; index += 1) {
    const [first, last] = [pick(FIRST, random), pick(LAST, random)];
    const company = `${pick(FIRMS, random)} ${pick(TRADES, random)}`;
    const isPrivate = random() < 0.25;
    const hasPhone = random() < 0.6;
    const industry = pick(INDUSTRIES, random);
    const said = SENTENCES.filter(() => random() < 0.22);
    const host = isPrivate ? "gmail.com" : `${company.toLowerCase().replace(" ", "-")}.example`;
    const logOdds =
      BASE +
      said.reduce((sum, { worth }) => sum + worth, 0) +
      industry.worth +
      (isPrivate ? -0.7 : 0) +
      (hasPhone ? 0.5 : 0);
    rows.push([
      `${first} ${last}`,
      `${first}.${last}.${index}@${host}`.toLowerCase(),
      isPrivate ? "" : company,
      hasPhone ? `+49 30 ${String(1_000_000 + index * 37)}` : "",
      industry.name,
      said.map(({ text }) => text).join(". "),
      new Date(BEGIN + Math.floor((index * 300 * DAY) / count)).toISOString(),
      random() < 1 / (1 + Math.exp(-logOdds)) ? "approved" : "rejected",
    ]);
  }
  return `${rows.map((row) => row.join(",")).join("\n")}\n`;
}
