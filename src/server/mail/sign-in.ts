import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";

export interface SignInOutcome {
  /** Whether the connection ended up encrypted. */
  encrypted: boolean;
  /** False when the server offered no sign-in, so that the password was not tried. */
  signedIn: boolean;
}

/**
 * Connects, greets, goes over to TLS and signs in as for sending, then leaves. Rejects with the client's error.
 * The client's own `verify` does not tell whether a sign-in took place, which is why the steps stand here.
 */
export async function signIn(options: SMTPConnectionOptions, user: string, pass: string): Promise<SignInOutcome> {
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const connection = new SMTPConnection(options);
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  connection.on("error", reject);
  connection.once("end", () => reject(new Error("The connection ended early")));
  connection.connect((error) => {
    if (error) reject(error);
    else if (!connection.allowsAuth || user === "") resolve(false);
    else connection.login({ user, pass }, (refused) => (refused ? reject(refused) : resolve(true)));
  });
  try {
    const signedIn = await promise;
    connection.quit();
    return { encrypted: connection.secure, signedIn };
  } catch (error) {
    connection.close();
    throw error;
  }
}
