/** The lookup key of an account: case-insensitive, and the same for all keyboards' spellings of the same letters. */
export function usernameKey(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}
