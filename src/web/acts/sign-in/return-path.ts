/** The pages of signing in themselves: nobody wants to go back to them. */
const NOWHERE = new Set(["/sign-in", "/invitation"]);

/**
 * Where one wanted to go before signing in: a path of this page with its query and fragment, "/" for anything else. What
 * asks for it comes from the address, so it may be an address of somebody else's.
 */
export function returnPath(asked: string | null, origin: string): string {
  if (asked === null || !asked.startsWith("/")) return "/";
  const url = URL.parse(asked, origin);
  if (url === null || url.origin !== origin || NOWHERE.has(url.pathname)) return "/";
  // A path of two slashes would be another host to whatever reads it next.
  return url.pathname.startsWith("//") ? "/" : `${url.pathname}${url.search}${url.hash}`;
}
