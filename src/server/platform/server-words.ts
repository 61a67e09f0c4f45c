import { cutWhole } from "#shared/text/cut-whole.ts";

const LONGEST = 300;

/**
 * Returns a function that quotes a mail server's (SMTP, IMAP) reply: one line, at most 300 characters, without the
 * password, even if the server repeats the sign-in it refused (AUTH PLAIN and LOGIN send it in base64).
 */
export function quoteWithoutSecrets(username: string, password: string): (text: string) => string {
  const patterns = password === "" ? [] : secretPatterns(username, password);
  return (text) => {
    let quoted = text;
    for (const pattern of patterns) quoted = quoted.replace(pattern, "[hidden]");
    quoted = quoted.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
    return quoted.length > LONGEST ? `${cutWhole(quoted, LONGEST)}…` : quoted;
  };
}

function secretPatterns(username: string, password: string): RegExp[] {
  const encoded = [`\u0000${username}\u0000${password}`, `${username}\u0000${username}\u0000${password}`, password].map(
    // A reply may truncate the token, so its beginning is enough to recognize it.
    (token) =>
      new RegExp(
        `${RegExp.escape(Buffer.from(token).toString("base64").replace(/=+$/u, "").slice(0, 8))}[\\w+/=-]*`,
        "g",
      ),
  );
  return [new RegExp(RegExp.escape(password), "g"), ...encoded];
}
