import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { leadTexts } from "#server/pipeline/intake/lead-text.ts";
import { BlockPacker, packLeads, type LeadBlock } from "#server/insight/what-if/lead-block.ts";
import { Finds } from "#server/insight/what-if/finds.ts";
import { Searcher, SearchWithdrawn } from "#server/insight/what-if/searcher.ts";
import { planScores, type Search } from "#server/insight/what-if/score-plan.ts";
import { weighBlock, type Weighing } from "#server/insight/what-if/weigh-block.ts";
import { mergeTallies, type WhatIfTally } from "#server/insight/what-if/what-if-tally.ts";
import type { Sight } from "#server/platform/acting.ts";
import { openLeadReader } from "#server/db/lead-reader/lead-reader.ts";
import type { LeadReader, LeadsAddress, LeadsView } from "#server/db/lead-reader/leads-view.ts";
import { weighThreshold, type ThresholdAlone } from "#server/features/rules/what-if/threshold-alone.ts";

/** Ids in a block, which is read again if one of its leads has changed. */
const BLOCK = 4_096;
/** Ids read at once; they are packed before the next. */
const PIECE = 1_024;
/** Blocks examined in one read transaction, which must be short: writes pile up behind it. */
const STRIPE_BLOCKS = 4;
/** Above this many, a block's matches are merged, without those the current question doesn't ask for. */
const MOST_FINDS = 16;

/** The stripes of all leads that belong to a thread: every `of`th, starting at `part`. */
export interface ShareOfLeads {
  address: LeadsAddress;
  part: number;
  of: number;
  /** Only the leads that this account sees. */
  sight?: Sight | undefined;
}

export interface ShareQuestion extends Pick<Weighing, "threshold" | "today"> {
  /** The whole list; splitting it is left to the thread, because a long one takes tens of milliseconds. */
  rules: readonly ScoringRule[];
  /** Whether texts stay in memory for the next question; otherwise they are read again for what is new in it. */
  keepsTexts: boolean;
  /** Shared between the threads: [0] is nonzero once the request was abandoned, [1] counts the finished leads. */
  control: Int32Array;
}

type PlannedQuestion = ShareQuestion & Weighing;

interface CachedBlock {
  stamp: string;
  /** Its texts are empty unless they are retained. */
  block: LeadBlock;
  hasTexts: boolean;
  finds: Finds[];
}

/** A thread's share of the leads, as of the last question. */
export class LeadShare {
  readonly #share: ShareOfLeads;
  readonly #reader: LeadReader;
  readonly #blockSize: number;
  readonly #blocks = new Map<number, CachedBlock>();
  /** The store's version that all blocks were compared with; null before the first. */
  #version: string | null = null;

  private constructor(share: ShareOfLeads, reader: LeadReader, blockSize: number) {
    this.#share = share;
    this.#reader = reader;
    this.#blockSize = blockSize;
  }

  /** Opens its own connection; the caller closes it. `blockSize` is at most 65,536. */
  static async open(share: ShareOfLeads, blockSize = BLOCK): Promise<LeadShare> {
    return new LeadShare(share, await openLeadReader(share.address, share.sight), blockSize);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** The effect of another threshold alone on all leads, not just this share; null if that requires their texts. */
  weighThreshold(asked: ThresholdAlone): Promise<WhatIfTally | null> {
    return this.#reader.view((view) => weighThreshold(view, asked));
  }

  /**
   * The effect on this share's current leads; those changed since the last question are read again. Null once the
   * request was abandoned.
   */
  async weigh(asked: ShareQuestion): Promise<WhatIfTally | null> {
    const question = { ...asked, plan: planScores(asked.rules) };
    const { version, lastId } = await this.#reader.view(async (view) => ({
      version: view.version,
      lastId: await view.lastId(),
    }));
    const isUnchanged = version === this.#version;
    const searchers = new Searchers(() => Atomics.load(asked.control, 0) === 0);
    const tallies: WhatIfTally[] = [];
    try {
      for (const stripe of this.#stripesUpTo(lastId)) {
        const tally = await this.#weighStripe(stripe, question, searchers, isUnchanged);
        if (tally === null) return null;
        tallies.push(tally);
      }
    } catch (error) {
      if (error instanceof SearchWithdrawn) return null;
      throw error;
    }
    this.#version = version;
    return mergeTallies(tallies);
  }

  /** The first blocks of this share's stripes, newest first. */
  *#stripesUpTo(lastId: number): Iterable<number> {
    const { part, of } = this.#share;
    for (let stripe = Math.floor(lastId / (this.#blockSize * STRIPE_BLOCKS)); stripe >= 0; stripe -= 1) {
      if (stripe % of === part) yield stripe * STRIPE_BLOCKS;
    }
  }

  async #weighStripe(
    firstBlock: number,
    question: PlannedQuestion,
    searchers: Searchers,
    isUnchanged: boolean,
  ): Promise<WhatIfTally | null> {
    const size = this.#blockSize;
    const numbers = Array.from({ length: STRIPE_BLOCKS }, (_, at) => firstBlock + STRIPE_BLOCKS - 1 - at);
    const kept = numbers.flatMap((number) => this.#blocks.get(number) ?? []);
    const isReady = kept.every((each) => each.hasTexts || missingIn(each.finds, question).length === 0);
    if (isUnchanged && isReady) return this.#weighBlocks(kept, question, searchers);
    return this.#reader.view(async (view) => {
      const stamps = await view.stamps(firstBlock * size, (firstBlock + STRIPE_BLOCKS) * size, size);
      const tallies: WhatIfTally[] = [];
      for (const number of numbers) {
        const block = await this.#upToDate(number, stamps.get(number), view, question, searchers);
        const tally = block === null ? mergeTallies([]) : this.#weighBlocks([block], question, searchers);
        if (tally === null) return null;
        if (block !== null && !question.keepsTexts) this.#blocks.set(number, withoutTexts(block));
        tallies.push(tally);
      }
      return mergeTallies(tallies);
    });
  }

  /** The block as it is in the view; null if it has no leads there. */
  async #upToDate(
    number: number,
    stamp: string | undefined,
    view: LeadsView,
    question: PlannedQuestion,
    searchers: Searchers,
  ): Promise<CachedBlock | null> {
    if (stamp === undefined) {
      this.#blocks.delete(number);
      return null;
    }
    const known = this.#blocks.get(number);
    const isKnown = known?.stamp === stamp;
    if (known !== undefined && isKnown && (known.hasTexts || missingIn(known.finds, question).length === 0))
      return known;
    // Another status or score doesn't change the matches in the texts.
    const mayHaveSameTexts = known !== undefined && (isKnown || known.hasTexts);
    const range = [number * this.#blockSize, (number + 1) * this.#blockSize] as const;
    const sought = mayHaveSameTexts ? [] : missingIn([], question);
    const { block, finds } = await readBlock(range, view, searchers.of(sought));
    const hasSame = mayHaveSameTexts && (isKnown || hasSameTexts(known.block, block));
    const fresh: CachedBlock = { stamp, block, hasTexts: true, finds: hasSame ? known.finds : [finds] };
    this.#blocks.set(number, fresh);
    return fresh;
  }

  #weighBlocks(blocks: readonly CachedBlock[], question: PlannedQuestion, searchers: Searchers): WhatIfTally | null {
    const tallies: WhatIfTally[] = [];
    for (const kept of blocks) {
      if (Atomics.load(question.control, 0) !== 0) return null;
      const missing = missingIn(kept.finds, question);
      if (missing.length > 0) {
        kept.finds.push(searchers.of(missing).search(kept.block.texts, kept.block.ids.length));
      }
      const { searches } = question.plan;
      const found = searches.map(({ key }) => leadsFound(kept.finds, key) ?? new Uint16Array());
      if (kept.finds.length > MOST_FINDS) {
        kept.finds = [Finds.of(searches.map(({ key }, at) => [key, found[at] ?? []]))];
      }
      tallies.push(weighBlock(kept.block, (search) => found[search] ?? new Uint16Array(), question));
      Atomics.add(question.control, 1, kept.block.ids.length);
    }
    return mergeTallies(tallies);
  }
}

/** Reads a range of leads in chunks, searching their texts immediately. */
async function readBlock(
  [from, to]: readonly [number, number],
  view: LeadsView,
  searcher: Searcher,
): Promise<{ block: LeadBlock; finds: Finds }> {
  const packer = new BlockPacker();
  const gathering = searcher.gather();
  let leads = 0;
  for (let piece = from; piece < to; piece += PIECE) {
    for (const lead of await view.leads(piece, Math.min(to, piece + PIECE))) {
      const texts = leadTexts(lead);
      packer.add(lead, texts);
      gathering.look(leads, texts);
      leads += 1;
    }
  }
  return { block: packer.block(), finds: gathering.finds() };
}

/** The searchers of a question: blocks that miss the same terms share one. */
class Searchers {
  readonly #byKeys = new Map<string, Searcher>();
  readonly #isWanted: () => boolean;

  constructor(isWanted: () => boolean) {
    this.#isWanted = isWanted;
  }

  of(searches: readonly Search[]): Searcher {
    const keys = searches.map(({ key }) => key).join("\n");
    const searcher = this.#byKeys.get(keys) ?? new Searcher(searches, this.#isWanted);
    this.#byKeys.set(keys, searcher);
    return searcher;
  }
}

function missingIn(finds: readonly Finds[], { plan }: PlannedQuestion): Search[] {
  return plan.searches.filter(({ key }) => leadsFound(finds, key) === null);
}

function leadsFound(finds: readonly Finds[], key: string): Uint16Array | null {
  for (const each of finds) {
    const leads = each.leadsOf(key);
    if (leads !== null) return leads;
  }
  return null;
}

function hasSameTexts(a: LeadBlock, b: LeadBlock): boolean {
  return a.ids.length === b.ids.length && a.ids.every((id, at) => id === b.ids[at]) && a.texts.equals(b.texts);
}

function withoutTexts({ stamp, block, finds }: CachedBlock): CachedBlock {
  return { stamp, block: { ...block, texts: NO_TEXTS }, hasTexts: false, finds };
}

const NO_TEXTS = packLeads([]).texts;
