import type { Block, PageTree } from "#server/sources/website/extract/page-tree.ts";
import { type Group, groupOf } from "#server/sources/website/extract/text/group.ts";
import { joinGroups, type Surroundings } from "#server/sources/website/extract/text/join-groups.ts";
import type { Mark } from "#server/sources/website/extract/text/mark.ts";

const REGIONS = new Set(["footer", "nav", "aside", "header"]);
const REGION_NAMES = /(?:^|[\s_-])(?:footer|sidebar|navbar|topbar|masthead)(?:$|[\s_-])/iu;

/**
 * Joins the marks of a page into groups, from the innermost blocks outwards: what stands in one line belongs together
 * before what stands in one box, and that before what stands side by side. `marks` are in document order. Each block is
 * looked at once, children before parents.
 */
export function groupMarks(tree: PageTree, marks: readonly Mark[], owners: ReadonlyMap<string, string>): Group[] {
  const { blocks, lines } = tree;
  const regions = regionsOf(blocks);
  const waiting = new Map<number, Group[]>();
  const put = (block: number, groups: readonly Group[]): void => {
    const list = waiting.get(block);
    if (list === undefined) waiting.set(block, [...groups]);
    else list.push(...groups);
  };
  const around = (height: number): Surroundings => ({ lines, owners, height });

  let paragraph: Group[] = [];
  for (let from = 0; from < marks.length;) {
    const line = marks[from]?.line ?? 0;
    let to = from;
    while (marks[to]?.line === line) to++;
    const block = lines[line]?.block ?? 0;
    const groups = marks.slice(from, to).map((mark) => groupOf(mark, regions[block] ?? 0));
    paragraph.push(...joinGroups(groups, around(1)));
    if (!isSameParagraph(lines, line, marks[to]?.line ?? lines.length)) {
      put(block, joinGroups(paragraph, around(line - (paragraph[0]?.first ?? line) + 1)));
      paragraph = [];
    }
    from = to;
  }
  // A block's index is greater than its parent's, so every block comes after all that is inside of it.
  for (let at = blocks.length - 1; at > 0; at--) {
    const groups = waiting.get(at);
    const block = blocks[at];
    if (groups === undefined || block === undefined) continue;
    waiting.delete(at);
    put(block.parent, joinGroups(inOrder(groups), around(block.end - block.first)));
  }
  return joinGroups(inOrder(waiting.get(0) ?? []), around(lines.length));
}

/** Whether only single line breaks are between two lines. */
function isSameParagraph(lines: PageTree["lines"], from: number, to: number): boolean {
  for (let at = from + 1; at <= to; at++) {
    if (lines[at]?.isContinued !== true || lines[at]?.block !== lines[from]?.block) return false;
  }
  return true;
}

function inOrder(groups: readonly Group[]): Group[] {
  return groups.toSorted((a, b) => a.first - b.first || a.start - b.start);
}

/** For each block the outermost footer, sidebar or the like around it; 0 in the body of the page. */
function regionsOf(blocks: readonly Block[]): number[] {
  const regions: number[] = [];
  for (const [at, { element, parent }] of blocks.entries()) {
    const above = regions[parent] ?? 0;
    regions.push(above === 0 && element !== null && isRegion(element.name, element.attribs) ? at : above);
  }
  return regions;
}

function isRegion(name: string, attribs: Readonly<Record<string, string>>): boolean {
  // The header of an article or a card heads what follows; only the page's own stands apart.
  if (name === "header") return attribs["role"] === "banner" || attribs["id"] !== undefined;
  return REGIONS.has(name) || REGION_NAMES.test(attribs["class"] ?? "") || REGION_NAMES.test(attribs["id"] ?? "");
}
