/** Into which of `folds` parts a decision falls: by its id alone, so that the same decisions always fall alike (FNV-1a). */
export function foldOf(id: string, folds: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  // The last bits of FNV alone follow those of short ids too closely.
  hash ^= hash >>> 15;
  return (hash >>> 0) % folds;
}
