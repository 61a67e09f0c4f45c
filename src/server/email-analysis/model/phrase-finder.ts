interface Node {
  next: Map<string, Node>;
  /** What a phrase that ends here means; empty where none does. */
  meanings: string[];
}

export interface Found {
  meaning: string;
  /** Position of its first word. */
  at: number;
  /** Words. */
  length: number;
}

/** Finds many phrases in one pass over the words. */
export interface PhraseFinder {
  /** Every meaning at every position, the longest phrase for each, in the order of the words. */
  find(words: readonly string[]): Found[];
}

const SHORTEST_STEM = 2;
/** Most words come again and again; the memory of them is emptied before strangers' words fill it. */
const REMEMBERED_WORDS = 20_000;
/** Letters: what is longer is no word. */
const LONGEST_WORD = 30;

/**
 * Phrases are words between blanks; `(a|b)` is a choice, `(a|)` may be left out, `stem*` is any word that begins so.
 * A word of a message is looked up with all its beginnings, so the time depends on the message, not on the phrases.
 */
export function phraseFinder(phrases: Iterable<readonly [phrase: string, meaning: string]>): PhraseFinder {
  const root: Node = { next: new Map(), meanings: [] };
  const symbols = new Set<string>();
  for (const [phrase, meaning] of phrases) {
    for (const choice of choicesOf(phrase)) {
      let node = root;
      for (const word of choice.split(" ").filter((each) => each !== "")) {
        symbols.add(word);
        let next = node.next.get(word);
        if (!next) node.next.set(word, (next = { next: new Map(), meanings: [] }));
        node = next;
      }
      if (node !== root && !node.meanings.includes(meaning)) node.meanings.push(meaning);
    }
  }
  const remembered = new Map<string, string[]>();
  return {
    find(words) {
      const known = words.map((word) => {
        let found = remembered.get(word);
        if (found) return found;
        found = symbolsOf(word, symbols);
        if (remembered.size >= REMEMBERED_WORDS) remembered.clear();
        if (word.length <= LONGEST_WORD) remembered.set(word, found);
        return found;
      });
      const found: Found[] = [];
      for (let at = 0; at < known.length; at += 1) addLongest(root, known, at, found);
      return found;
    },
  };
}

function choicesOf(phrase: string): string[] {
  const open = phrase.indexOf("(");
  if (open === -1) return [phrase];
  const close = phrase.indexOf(")", open);
  return phrase
    .slice(open + 1, close)
    .split("|")
    .flatMap((choice) => choicesOf(phrase.slice(0, open) + choice + phrase.slice(close + 1)));
}

function symbolsOf(word: string, symbols: ReadonlySet<string>): string[] {
  const found = symbols.has(word) ? [word] : [];
  for (let length = SHORTEST_STEM; length <= Math.min(word.length, LONGEST_WORD); length += 1) {
    const stem = `${word.slice(0, length)}*`;
    if (symbols.has(stem)) found.push(stem);
  }
  return found;
}

/** Walks all phrases that begin at the word, and adds the longest of each meaning. */
function addLongest(root: Node, known: readonly (readonly string[])[], at: number, found: Found[]): void {
  const first = found.length;
  let nodes = [root];
  for (let length = 1; nodes.length > 0 && at + length <= known.length; length += 1) {
    const symbols = known[at + length - 1] ?? [];
    if (symbols.length === 0) return;
    const reached: Node[] = [];
    for (const node of nodes) {
      for (const symbol of symbols) {
        const next = node.next.get(symbol);
        if (!next) continue;
        reached.push(next);
        for (const meaning of next.meanings) keepLonger({ meaning, at, length }, found, first);
      }
    }
    nodes = reached;
  }
}

function keepLonger(one: Found, found: Found[], first: number): void {
  for (let index = first; index < found.length; index += 1) {
    if (found[index]?.meaning === one.meaning) {
      found[index] = one;
      return;
    }
  }
  found.push(one);
}
