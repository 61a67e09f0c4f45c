interface Node {
  next: Map<string, Node>;
  /** The meanings of phrases that end here; empty if none do. */
  meanings: string[];
}

export interface Found {
  meaning: string;
  /** Position of its first word. */
  at: number;
  /** Number of words. */
  length: number;
}

/** Finds many phrases in one pass over the words. */
export interface PhraseFinder {
  /** Returns every meaning at every position, with its longest phrase, in word order. */
  find(words: readonly string[]): Found[];
}

/** A cached word lookup. */
interface Known {
  /** The word and those of its prefixes that occur in phrases. */
  symbols: readonly string[];
  /** The nodes after this word for phrases that begin with it. */
  starts: readonly Node[];
}

const SHORTEST_STEM = 2;
/** Most words repeat. The cache is cleared before words from unknown messages can fill memory. */
const REMEMBERED_WORDS = 20_000;
/** In letters; longer strings are not words. */
const LONGEST_WORD = 30;

/**
 * Phrases are words separated by spaces; `(a|b)` is a choice, `(a|)` is optional, and `stem*` matches any word with
 * that prefix. Each word of a message is looked up with all its prefixes, so the time depends on the message, not the
 * number of phrases.
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
  const remembered = new Map<string, Known>();
  return {
    find(words) {
      const known = words.map((word) => {
        let found = remembered.get(word);
        if (found) return found;
        found = knownOf(word, symbols, root);
        if (remembered.size >= REMEMBERED_WORDS) remembered.clear();
        if (word.length <= LONGEST_WORD) remembered.set(word, found);
        return found;
      });
      const found: Found[] = [];
      for (let at = 0; at < known.length; at += 1) addLongest(known, at, found);
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

function knownOf(word: string, all: ReadonlySet<string>, root: Node): Known {
  const symbols = symbolsOf(word, all);
  return { symbols, starts: nextOf([root], symbols) };
}

function nextOf(nodes: readonly Node[], symbols: readonly string[]): Node[] {
  const reached: Node[] = [];
  for (const node of nodes) {
    for (const symbol of symbols) {
      const next = node.next.get(symbol);
      if (next) reached.push(next);
    }
  }
  return reached;
}

/** Follows all phrases that begin at the word and adds the longest one for each meaning. */
function addLongest(known: readonly Known[], at: number, found: Found[]): void {
  const first = found.length;
  let nodes = known[at]?.starts ?? [];
  for (let length = 1; nodes.length > 0; length += 1) {
    for (const { meanings } of nodes) {
      for (const meaning of meanings) keepLonger({ meaning, at, length }, found, first);
    }
    const next = known[at + length];
    if (next === undefined || next.symbols.length === 0) return;
    nodes = nextOf(nodes, next.symbols);
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
