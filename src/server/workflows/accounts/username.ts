/** By which an account is found: compared without case, and however a keyboard writes the same letters. */
export function usernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}
