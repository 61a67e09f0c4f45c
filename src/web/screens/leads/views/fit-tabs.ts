/**
 * The tabs that fit, by index, if the rest moves into a menu `more` wide. The first and the active tab always do; the
 * others in their order.
 */
export function fitTabs(widths: readonly number[], room: number, active: number, more: number): ReadonlySet<number> {
  const all = widths.keys().toArray();
  const widthOf = (tabs: readonly number[]): number => tabs.reduce((sum, index) => sum + (widths[index] ?? 0), 0);
  if (widthOf(all) <= room) return new Set(all);
  const needed = all.filter((index) => index === 0 || index === active);
  let left = room - more - widthOf(needed);
  const shown = new Set(needed);
  for (const index of all) {
    if (shown.has(index)) continue;
    left -= widths[index] ?? 0;
    if (left < 0) break;
    shown.add(index);
  }
  return shown;
}
