import type { ScoringRule } from "#server/intake/ruleset.ts";
import { leadTexts } from "#server/intake/lead-text.ts";
import { BlockPacker, packLeads, type LeadBlock } from "#server/intake/what-if/lead-block.ts";
import { Finds } from "#server/intake/what-if/finds.ts";
import { Searcher } from "#server/intake/what-if/searcher.ts";
import { planScores, type Search } from "#server/intake/what-if/score-plan.ts";
import { weighBlock, type Weighing } from "#server/intake/what-if/weigh-block.ts";
import { mergeTallies, type WhatIfTally } from "#server/intake/what-if/what-if-tally.ts";
import { openLeadReader, type LeadReader, type LeadsAddress, type LeadsView } from "#server/store/lead-reader.ts";
import { weighThreshold, type ThresholdAlone } from "#server/workflows/rules/what-if/threshold-alone.ts";

/** Ids in a block, which is read again when one of its leads has changed. */
const BLOCK = 4_096;
/** Ids read in one go; what is read of them is packed before the next. */
const PIECE = 1_024;
/** Blocks looked at in one state of the store, which must not stand still for long: what is written meanwhile piles up. */
const STRIPE_BLOCKS = 4;
/** More than this and the finds of a block are joined, without those that the question at hand does not ask for. */
const MOST_FINDS = 16;

/** Which stripes of all leads are a thread's: each `of`th, from `part` on. */
export interface ShareOfLeads {
  address: LeadsAddress;
  part: number;
  of: number;
}

export interface ShareQuestion extends Pick<Weighing, "threshold" | "today"> {
  /** The whole list; taking it apart is left to the thread, because a long one takes tens of milliseconds. */
  rules: readonly ScoringRule[];
  /** Whether texts stay in memory for the next question; else they are read again for what is new in it. */
  keepsTexts: boolean;
  /** Shared between the threads: [0] is not 0 when nobody waits for the answer any more, [1] counts the leads done. */
  control: Int32Array;
}

type PlannedQuestion = ShareQuestion & Weighing;

interface KeptBlock {
  stamp: string;
  /** Its texts are empty unless they are kept. */
  block: LeadBlock;
  hasTexts: boolean;
  finds: Finds[];
}

/** A thread's share of the leads, as they were when it was asked last. */
export class LeadShare {
  readonly #share: ShareOfLeads;
  readonly #reader: LeadReader;
  readonly #blockSize: number;
  readonly #blocks = new Map<number, KeptBlock>();
  /** The state of the store that all blocks have been compared with; null before. */
  #version: string | null = null;

  private constructor(share: ShareOfLeads, reader: LeadReader, blockSize: number) {
    this.#share = share;
    this.#reader = reader;
    this.#blockSize = blockSize;
  }

  /** Opens a connection of its own; whoever opens it closes it. `blockSize` is at most 65,536. */
  static async open(share: ShareOfLeads, blockSize = BLOCK): Promise<LeadShare> {
    return new LeadShare(share, await openLeadReader(share.address), blockSize);
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  /** What another threshold alone does to all leads, not just to this share; null where that takes their texts. */
  weighThreshold(asked: ThresholdAlone): Promise<WhatIfTally | null> {
    return this.#reader.view((view) => weighThreshold(view, asked));
  }

  /**
   * What would become of the leads of this share, as they are now: what has changed since the last question is read
   * again. Null when nobody waits for it any more.
   */
  async weigh(asked: ShareQuestion): Promise<WhatIfTally | null> {
    const question = { ...asked, plan: planScores(asked.rules) };
    const { version, lastId } = await this.#reader.view(async (view) => ({
      version: view.version,
      lastId: await view.lastId(),
    }));
    const isUnchanged = version === this.#version;
    const searchers = new Searchers();
    const tallies: WhatIfTally[] = [];
    for (const stripe of this.#stripesUpTo(lastId)) {
      const tally = await this.#weighStripe(stripe, question, searchers, isUnchanged);
      if (tally === null) return null;
      tallies.push(tally);
    }
    this.#version = version;
    return mergeTallies(tallies);
  }

  /** The first blocks of this share's stripes, the newest first. */
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

  /** The block as it is in the view; null when it has no leads there. */
  async #upToDate(
    number: number,
    stamp: string | undefined,
    view: LeadsView,
    question: PlannedQuestion,
    searchers: Searchers,
  ): Promise<KeptBlock | null> {
    if (stamp === undefined) {
      this.#blocks.delete(number);
      return null;
    }
    const known = this.#blocks.get(number);
    const isKnown = known?.stamp === stamp;
    if (known !== undefined && isKnown && (known.hasTexts || missingIn(known.finds, question).length === 0))
      return known;
    // Another status or score leaves what was found in the texts as it was.
    const mayHaveSameTexts = known !== undefined && (isKnown || known.hasTexts);
    const range = [number * this.#blockSize, (number + 1) * this.#blockSize] as const;
    const sought = mayHaveSameTexts ? [] : missingIn([], question);
    const { block, finds } = await readBlock(range, view, searchers.of(sought));
    const hasSame = mayHaveSameTexts && (isKnown || hasSameTexts(known.block, block));
    const fresh: KeptBlock = { stamp, block, hasTexts: true, finds: hasSame ? known.finds : [finds] };
    this.#blocks.set(number, fresh);
    return fresh;
  }

  #weighBlocks(blocks: readonly KeptBlock[], question: PlannedQuestion, searchers: Searchers): WhatIfTally | null {
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

/** Reads the leads of a range in pieces, looking for what is sought while the texts are at hand. */
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

/** The searchers of a question: blocks that miss the same share one. */
class Searchers {
  readonly #byKeys = new Map<string, Searcher>();

  of(searches: readonly Search[]): Searcher {
    const keys = searches.map(({ key }) => key).join("\n");
    const searcher = this.#byKeys.get(keys) ?? new Searcher(searches);
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

function withoutTexts({ stamp, block, finds }: KeptBlock): KeptBlock {
  return { stamp, block: { ...block, texts: NO_TEXTS }, hasTexts: false, finds };
}

const NO_TEXTS = packLeads([]).texts;
