import { sql } from "kysely";
import type { LeadStore } from "#server/store/types.ts";
import { all, first, type Work } from "#server/store/work.ts";

type Duplicate = Awaited<ReturnType<LeadStore["possibleDuplicates"]>>[number];

/** Names alike by this much or more are worth a person's look. */
const SIMILAR = 0.7;
/** Of each word of the name, those that start like it are compared; at a large mail provider these are many. */
const COMPARED = 200;
const PREFIX = 3;
const SHOWN = 5;

const COLUMNS = sql`id, name, email, name_key, email_domain, phone_key`;

interface Known {
  id: string | number;
  name: string;
  email: string;
  name_key: string;
  email_domain: string | null;
  phone_key: string | null;
}

/**
 * Leads that may be the same person: at the same e-mail domain with a similar name, the most similar first, then those
 * with the same phone number, which colleagues share.
 */
export function* possibleDuplicates(id: string): Work<Duplicate[]> {
  const lead = yield* first(sql<Known>`select ${COLUMNS} from leads where id = ${id}`);
  if (lead === null) return [];
  const found = new Map<string, Duplicate>();
  for (const duplicate of [...(yield* similarlyNamed(lead)), ...(yield* underTheSamePhone(lead))]) {
    if (!found.has(duplicate.id)) found.set(duplicate.id, duplicate);
  }
  return [...found.values()].slice(0, SHOWN);
}

function* similarlyNamed(lead: Known): Work<Duplicate[]> {
  if (lead.email_domain === null) return [];
  const likenesses = new Map<string, { other: Known; likeness: number }>();
  for (const word of new Set(wordsOf(lead.name_key))) {
    const start = word.slice(0, PREFIX);
    const others = yield* all(sql<Known>`
      select ${COLUMNS} from leads
      where email_domain = ${lead.email_domain} and name_key >= ${start} and name_key < ${`${start}\u{10ffff}`}
        and id <> ${lead.id}
      order by name_key, id limit ${COMPARED}`);
    for (const other of others) {
      const likeness = likenessOf(lead.name_key, other.name_key);
      if (likeness >= SIMILAR) likenesses.set(String(other.id), { other, likeness });
    }
  }
  return [...likenesses.values()]
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ other }) => duplicateOf(other, `Similar name, and also at ${lead.email_domain}`));
}

function* underTheSamePhone(lead: Known): Work<Duplicate[]> {
  if (lead.phone_key === null) return [];
  const others = yield* all(sql<Known>`
    select ${COLUMNS} from leads where phone_key = ${lead.phone_key} and id <> ${lead.id} order by id limit ${SHOWN}`);
  return others.map((other) => duplicateOf(other, "Same phone number"));
}

function duplicateOf({ id, name, email }: Known, reason: string): Duplicate {
  return { id: String(id), name, email, reason };
}

function wordsOf(key: string): string[] {
  return key.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** From 0 to 1: the share of letter pairs that two names have in common (Sørensen-Dice), whatever their words' order. */
function likenessOf(a: string, b: string): number {
  const [pairsOfA, pairsOfB] = [pairsOf(a), pairsOf(b)];
  const total = pairsOfA.length + pairsOfB.length;
  if (total === 0) return 0;
  const left = [...pairsOfB];
  let common = 0;
  for (const pair of pairsOfA) {
    const index = left.indexOf(pair);
    if (index === -1) continue;
    left.splice(index, 1);
    common += 1;
  }
  return (2 * common) / total;
}

function pairsOf(key: string): string[] {
  // The space before a word makes its first letter count, and a word of one letter too.
  return wordsOf(key).flatMap((word) => Array.from(word, (letter, index) => (word[index - 1] ?? " ") + letter));
}
