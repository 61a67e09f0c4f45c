/** Assigns a decision to one of `folds` folds by its id alone (FNV-1a), so that the split is stable. */
export function foldOf(id: string, folds: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  // For short ids, the low bits of FNV alone are too regular.
  hash ^= hash >>> 15;
  return (hash >>> 0) % folds;
}
