import { generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";

/** A service account with a real RSA key: what Google stores of it, and the key file its owner downloads. */
export interface PeerServiceAccount {
  email: string;
  publicKey: KeyObject;
  /** The key file as a parsed object. */
  keyFile: Record<string, string>;
  /** The key file as Google's console writes it. */
  keyFileText: string;
}

/**
 * Creates a service account and its JSON key file, with the fields of a file downloaded from the Google Cloud console
 * (https://cloud.google.com/iam/docs/keys-create-delete). `tokenUri` is the token endpoint that the file claims.
 */
export function createServiceAccount({ tokenUri }: { tokenUri: string }): PeerServiceAccount {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const project = "acme-leads-417";
  const email = `winnow-reader@${project}.iam.gserviceaccount.com`;
  const keyFile = {
    type: "service_account",
    project_id: project,
    private_key_id: randomBytes(20).toString("hex"),
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    client_email: email,
    client_id: "117203944830219847551",
    auth_uri: "https://accounts.google.com/o/oauth2/auth",
    token_uri: tokenUri,
    auth_provider_x509_cert_url: "https://www.googleapis.com/oauth2/v1/certs",
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
    universe_domain: "googleapis.com",
  };
  return { email, publicKey, keyFile, keyFileText: `${JSON.stringify(keyFile, null, 2)}\n` };
}
