import { createPrivateKey } from "node:crypto";
import { ServiceAccount } from "#shared/contract/data-source.ts";
import { AppError } from "#server/platform/errors.ts";

/** A data source's config with decrypted secrets. `serviceAccount` is a pasted key file, not yet validated. */
export interface SheetConfig {
  /** The spreadsheet's id or URL. */
  spreadsheetId: string;
  /** A1 notation, with or without a tab; if empty, all of the first visible tab. */
  range?: string;
  authMethod: "service_account" | "api_key";
  serviceAccount?: Record<string, unknown>;
  apiKey?: string;
  /** Whether Winnow writes to it, so that its columns are skipped whatever they are called by now. */
  isWrittenTo?: boolean;
  /** The names of the team's custom fields. */
  fieldNames?: readonly string[];
}

/**
 * Credentials for a sheet: a service account's email and PEM RSA key, or an API key, which works for public sheets
 * only.
 */
export type Credentials =
  | { method: "service_account"; email: string; privateKey: string; mayWrite?: true }
  | { method: "api_key"; apiKey: string };

/**
 * Extracts credentials from a data source's config. Only the email and key of a pasted key file are used. Everything
 * else, notably token_uri and universe_domain, is ignored so that a pasted file cannot make this server call an
 * arbitrary address. Throws an AppError (422) saying what is missing or unusable, without revealing any part of a
 * secret.
 */
export function credentialsOf(config: SheetConfig): Credentials {
  if (config.authMethod === "api_key") {
    const apiKey = config.apiKey?.trim() ?? "";
    if (apiKey === "") throw new AppError("google_api_key_missing", 422, "Enter an API key, or use a service account.");
    if (!/^[\x21-\x7e]+$/u.test(apiKey))
      throw new AppError(
        "google_api_key_invalid",
        422,
        "This isn't an API key: it has spaces or unusual characters. Copy it again from the Google Cloud console.",
      );
    return { method: "api_key", apiKey };
  }
  const pasted = config.serviceAccount ?? {};
  if (Object.keys(pasted).length === 0) {
    throw new AppError("google_key_missing", 422, "Paste the JSON key file of a service account, or use an API key.");
  }
  const account = ServiceAccount.safeParse(pasted);
  if (!account.success) {
    throw new AppError(
      "google_key_invalid",
      422,
      "This isn't a service account key file: client_email or private_key is missing. In the Google Cloud console, open the service account, choose Keys > Add key > JSON, and paste the whole file.",
    );
  }
  return { method: "service_account", email: account.data.client_email, privateKey: rsaKey(account.data.private_key) };
}

/** Normalizes the key for signing: one copied out of its JSON still has its line breaks escaped as \n. */
function rsaKey(pem: string): string {
  try {
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    if (key.asymmetricKeyType === "rsa") return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    // OpenSSL's message ("DECODER routines::unsupported") doesn't help the user, and the fix is the same.
  }
  throw new AppError(
    "google_key_invalid",
    422,
    "The private_key in this key file can't be read; part of it may be missing. Paste the whole JSON file again, or create a new key for the service account.",
  );
}
