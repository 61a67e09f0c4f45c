import type { PeerCell } from "#test/peers/google/sheet-edits.ts";

const FIRST = ["Ann", "Boris", "Chidi", "Dolores", "Émile", "Fatima", "Grzegorz", "Hana", "Ingrid", "João"];
const LAST = ["Okafor", "Silva", "Novak", "Tanaka", "Müller", "Rossi", "Kowalska", "Haddad", "Berg", "Lefèvre"];
const TRADES = ["Logistics", "Dental care", "Wind energy", "Bakery", "Software", "Furniture", "Travel"];
const NEEDS = [
  "asked for a demo and a price for next quarter",
  "met at the spring fair, wants to replace the old system",
  "newsletter only",
  "urgent: contract ends in May, budget approved",
];

/** Headers and this many rows of believable leads, always the same ones. */
export function sampleLeads(count: number): PeerCell[][] {
  const headers = ["Name", "Email", "Company", "Phone", "Title", "Industry", "Website", "Notes"];
  const rows = Array.from({ length: count }, (_, at) => {
    const first = pick(FIRST, at);
    const last = pick(LAST, Math.floor(at / FIRST.length));
    const trade = pick(TRADES, at);
    const domain = `${trade.toLowerCase().replace(" ", "-")}-${at}.example`;
    return [
      `${first} ${last}`,
      `contact${at}@${domain}`,
      `${last} ${trade} ${at}`,
      `+4420794${String(at % 100_000).padStart(5, "0")}`,
      at % 3 === 0 ? "Head of Purchasing" : "Owner",
      trade,
      `https://www.${domain}/`,
      `${first} ${pick(NEEDS, at)}.`,
    ];
  });
  return [headers, ...rows];
}

function pick<T>(list: readonly T[], at: number): T {
  // The remainder is always within the list, which is never empty.
  return list[at % list.length] as T;
}
