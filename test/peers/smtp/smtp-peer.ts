import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { simpleParser, type ParsedMail } from "mailparser";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

export type PeerCertificate = "server" | "expired" | "wrong-name";

/** The peer's failures, all optional; an empty object is a healthy server. */
export interface SmtpFailures {
  /** The reply to every sign-in, such as 535 or 454, with any text. */
  signIn?: { code: number; text: string };
  /** The reply to every sender. */
  sender?: { code: number; text: string };
  /** The reply to these recipients; the others are accepted. */
  recipients?: { addresses: string[]; code: number; text: string };
  /** The reply to a message received in full. */
  message?: { code: number; text: string };
  /** The reply instead of a greeting. */
  connection?: { code: number; text: string };
  /** Closes the connection after the first bytes of a message. */
  dropDuringData?: boolean;
  /** Sends nothing at this point, for as long as the client waits. */
  silentAt?: "greeting" | "message";
  /** Receives and stores a message in full, then closes the connection instead of replying. */
  hangUpAt?: "message";
}

export interface SmtpPeerOptions {
  /** `starttls` and `plain` greet unencrypted; `plain` offers no TLS. */
  mode: "implicit-tls" | "starttls" | "plain";
  /** Passwords by user name. Without any, the server offers no sign-in. */
  users?: Record<string, string>;
  /** Whether an access token is good for a user; offers XOAUTH2 next to passwords. */
  isToken?: (user: string, token: string) => boolean;
  failures?: SmtpFailures;
  certificate?: PeerCertificate;
  maxMessageBytes?: number;
  /** 0, the default, picks any free port. */
  port?: number;
  onMessage?: (message: ReceivedMessage) => void;
}

export interface ReceivedMessage {
  /** The envelope, which may differ from the headers. */
  from: string;
  to: string[];
  user: string | null;
  secure: boolean;
  raw: string;
  mail: ParsedMail;
}

export interface SmtpPeer {
  readonly host: string;
  readonly port: number;
  /** Complete messages in the order they were accepted. */
  readonly messages: ReceivedMessage[];
  /** Every sign-in attempt, and whether it came over TLS. */
  readonly signIns: { user: string; secure: boolean }[];
  /** Takes effect from the next command on. */
  failures: SmtpFailures;
  close(): Promise<void>;
}

const tlsFolder = new URL("../../fixtures/tls/", import.meta.url);

/** The text of a PEM file among the test certificates, such as `authority.pem`. */
export function readTestCertificate(name: string): string {
  return readFileSync(new URL(name, tlsFolder), "utf8");
}

/** A real SMTP server on 127.0.0.1 with TLS, AUTH PLAIN and AUTH LOGIN, which stores what it receives. */
export async function startSmtpPeer(options: SmtpPeerOptions): Promise<SmtpPeer> {
  const users = new Map(Object.entries(options.users ?? {}));
  const certificate = options.certificate ?? "server";

  const peer = {
    host: "127.0.0.1",
    port: 0,
    messages: [] as ReceivedMessage[],
    signIns: [] as { user: string; secure: boolean }[],
    failures: options.failures ?? {},
    close: async () => {
      for (const connection of server.connections) connection._socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };

  const handlers: SMTPServerOptions = {
    onConnect(_session, done) {
      if (peer.failures.silentAt !== "greeting") done(refusal(peer.failures.connection));
    },
    onAuth(auth, session, done) {
      const user = auth.username ?? "";
      peer.signIns.push({ user, secure: session.secure });
      const refused = refusal(peer.failures.signIn);
      if (refused !== null) done(refused);
      else if (auth.method === "XOAUTH2") {
        const isGood = options.isToken?.(user, auth.accessToken ?? "") ?? false;
        // Gmail's challenge, which the client answers before it's refused.
        const challenge = { status: "400", schemes: "Bearer", scope: "https://mail.google.com/" };
        done(null, isGood ? { user } : { user: "", data: challenge });
      } else if (users.has(user) && users.get(user) === auth.password) done(null, { user });
      else done(refusal({ code: 535, text: "5.7.8 Username and Password not accepted" }));
    },
    onMailFrom(_address, _session, done) {
      done(refusal(peer.failures.sender));
    },
    onRcptTo(address, _session, done) {
      const refused = peer.failures.recipients;
      done(refused?.addresses.includes(address.address) ? refusal(refused) : null);
    },
    onData(stream, session, done) {
      if (peer.failures.dropDuringData) {
        stream.once("data", () => hangUp(session));
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("end", () => {
        if (peer.failures.silentAt === "message") return;
        if (stream.sizeExceeded) return done(refusal({ code: 552, text: "5.3.4 Message exceeds fixed maximum size" }));
        const refused = refusal(peer.failures.message);
        if (refused !== null) return done(refused);
        const isDying = peer.failures.hangUpAt === "message";
        keep(Buffer.concat(chunks), session).then(
          () => (isDying ? hangUp(session) : done(null, "2.0.0 Accepted")),
          done,
        );
      });
    },
  };

  const server = new SMTPServer({
    ...handlers,
    name: "smtp.test",
    secure: options.mode === "implicit-tls",
    key: readTestCertificate(`${certificate}-key.pem`),
    cert: readTestCertificate(`${certificate}.pem`),
    disabledCommands: [...(options.mode === "plain" ? ["STARTTLS"] : []), ...(users.size === 0 ? ["AUTH"] : [])],
    authMethods: ["PLAIN", "LOGIN", ...(options.isToken === undefined ? [] : ["XOAUTH2"])],
    allowInsecureAuth: options.mode === "plain",
    authOptional: users.size === 0,
    disableReverseLookup: true,
    logger: false,
    ...(options.maxMessageBytes === undefined ? {} : { size: options.maxMessageBytes, hideSize: true }),
  });
  // Clients that leave midway are what several tests are about, not a fault of the peer.
  server.on("error", () => {});

  // The server has no call to cut a connection. Only its topmost socket may be destroyed: closing the one below a TLS
  // handshake crashes Node.
  function hangUp(session: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === session.id) connection._socket.destroy();
  }

  async function keep(raw: Buffer, session: SMTPServerSession): Promise<void> {
    const message: ReceivedMessage = {
      from: session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address,
      to: session.envelope.rcptTo.map((recipient) => recipient.address),
      user: typeof session.user === "string" ? session.user : null,
      secure: session.secure,
      raw: raw.toString("latin1"),
      mail: await simpleParser(raw),
    };
    peer.messages.push(message);
    options.onMessage?.(message);
  }

  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(options.port ?? 0, peer.host, resolve);
  });
  peer.port = (server.server.address() as AddressInfo).port;
  return peer;
}

function refusal(reply: { code: number; text: string } | undefined): Error | null {
  return reply === undefined ? null : Object.assign(new Error(reply.text), { responseCode: reply.code });
}
