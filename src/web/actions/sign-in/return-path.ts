/** Sign-in pages are never a return target. */
const NOWHERE = new Set(["/sign-in", "/invitation", "/first-owner"]);

/**
 * Where to go after signing in: a path with query and fragment on this origin, otherwise "/". The input comes from the
 * URL, so it may point to another site.
 */
export function returnPath(asked: string | null, origin: string): string {
  if (asked === null || !asked.startsWith("/")) return "/";
  const url = URL.parse(asked, origin);
  if (url === null || url.origin !== origin || NOWHERE.has(url.pathname)) return "/";
  // A leading double slash would be a different host.
  return url.pathname.startsWith("//") ? "/" : `${url.pathname}${url.search}${url.hash}`;
}
