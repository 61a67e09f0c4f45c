/** Ranges that regulators keep free for films and examples, so that nobody is called by mistake. */
const RANGES = {
  // North American Numbering Plan: 555-0100 to 555-0199 in every area code.
  us: ["212", "312", "415", "512", "617", "646", "702", "713", "206", "303", "404", "503"].map((area) => ({
    size: 100,
    write: (at: number) => `+1 ${area} 555 01${digits(at, 2)}`,
  })),
  // Ofcom, telephone numbers for drama.
  uk: ["20 7946 0", "121 496 0", "131 496 0", "161 496 0", "113 496 0"].map((start) => ({
    size: 1_000,
    write: (at: number) => `+44 ${start}${digits(at, 3)}`,
  })),
  // Bundesnetzagentur, Rufnummern für Medien.
  de: ["30 23125 ", "40 66969 ", "89 99998 ", "69 90009 ", "221 4710 "].map((start) => ({
    size: 1_000,
    write: (at: number) => `+49 ${start}${digits(at, 3)}`,
  })),
  // Arcep, numéros pour œuvres audiovisuelles.
  fr: ["1 99 00", "2 61 91", "3 53 01", "4 65 71"].map((start) => ({
    size: 10_000,
    write: (at: number) => `+33 ${start} ${digits(Math.floor(at / 100), 2)} ${digits(at % 100, 2)}`,
  })),
  // Post- och telestyrelsen, telefonnummer för fiktion.
  se: ["8 465 004 ", "31 390 06 ", "40 628 04 "].map((start) => ({
    size: 100,
    write: (at: number) => `+46 ${start}${digits(at, 2)}`,
  })),
} as const;

export type PhoneRange = keyof typeof RANGES;

/** Hands out each reserved number once; null when a range has none left. */
export function createPhoneBook(): (range: PhoneRange) => string | null {
  const handedOut = new Map<PhoneRange, number>();
  return (range) => {
    const serial = handedOut.get(range) ?? 0;
    handedOut.set(range, serial + 1);
    const blocks = RANGES[range];
    const block = blocks[serial % blocks.length];
    const at = Math.floor(serial / blocks.length);
    return block === undefined || at >= block.size ? null : block.write(at);
  };
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, "0");
}
