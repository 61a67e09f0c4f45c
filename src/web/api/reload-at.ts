/** Reloads, so that no data or drafts of a user stay in this tab. */
export function reloadAt(path: string): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage may be blocked; then it is empty.
  }
  location.assign(path);
}
