import { createPrivateKey } from "node:crypto";
import { ServiceAccount } from "#shared/contract/data-source.ts";
import { AppError } from "#server/platform/errors.ts";

/** A data source's config with its secrets in clear. `serviceAccount` is a pasted key file, not yet checked. */
export interface SheetConfig {
  /** The id, or the address of the open sheet. */
  spreadsheetId: string;
  /** A1 notation, with or without a sheet; none means all of the first visible sheet. */
  range?: string;
  authMethod: "service_account" | "api_key";
  serviceAccount?: Record<string, unknown>;
  apiKey?: string;
}

/** What opens a sheet: a service account's address and RSA key in PEM, or an API key, which opens public sheets only. */
export type Credentials =
  | { method: "service_account"; email: string; privateKey: string }
  | { method: "api_key"; apiKey: string };

/**
 * Takes the credentials out of a data source's config. Only the address and the key of a pasted key file are used:
 * whatever else it says, its token_uri and universe_domain above all, is ignored, so that pasting one cannot make this
 * server call an address of the paster's choice. Throws an AppError (422) saying what is missing or unusable; the
 * message never holds any part of a secret.
 */
export function credentialsOf(config: SheetConfig): Credentials {
  if (config.authMethod === "api_key") {
    const apiKey = config.apiKey?.trim() ?? "";
    if (apiKey === "") throw new AppError("google_api_key_missing", 422, "Enter an API key, or use a service account.");
    if (!/^[\x21-\x7e]+$/u.test(apiKey))
      throw new AppError(
        "google_api_key_invalid",
        422,
        "This is not an API key: it holds spaces or unusual characters. Copy it again from the Google Cloud console.",
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
      "This is not the key file of a service account: it lacks a client_email or a private_key. In the Google Cloud console, open the service account, then Keys, Add key, JSON, and paste the whole file.",
    );
  }
  return { method: "service_account", email: account.data.client_email, privateKey: rsaKey(account.data.private_key) };
}

/** The key in the form the signer takes; a key copied out of its JSON still has its line breaks written as \n. */
function rsaKey(pem: string): string {
  try {
    const key = createPrivateKey(pem.replaceAll("\\n", "\n"));
    if (key.asymmetricKeyType === "rsa") return key.export({ type: "pkcs8", format: "pem" }).toString();
  } catch {
    // The reason of OpenSSL ("DECODER routines::unsupported") helps nobody, and the mend is the same.
  }
  throw new AppError(
    "google_key_invalid",
    422,
    "The private_key in this key file cannot be read; part of it may be missing. Paste the whole JSON file again, or create a new key for the service account.",
  );
}
