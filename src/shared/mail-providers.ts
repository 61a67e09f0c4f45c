/** Providers whose mailboxes can be used without a password, over OAuth 2.0 and XOAUTH2. */
export const MAIL_PROVIDERS = ["microsoft", "google"] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];

/** How to sign in to a mail server: with a password, or through a provider. */
export const SIGN_IN_METHODS = ["password", ...MAIL_PROVIDERS] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

interface MailProviderFacts {
  name: string;
  /** Where an operator registers the app. */
  console: { label: string; url: string };
  imapServer: string;
  smtp: { host: string; port: number };
  /** The only hosts that get an access token. */
  hosts: readonly string[];
  /** What a person consents to. The mail scopes come last, and every one of them must be granted. */
  scopes: readonly string[];
  mailScopes: readonly string[];
  /** What an app without a person needs: its scope, and the permissions an administrator grants. */
  app: { scope: string; permissions: readonly string[] };
}

export const MAIL_PROVIDER_FACTS: Record<MailProvider, MailProviderFacts> = {
  microsoft: {
    name: "Microsoft 365",
    console: {
      label: "Microsoft Entra admin center",
      url: "https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade",
    },
    imapServer: "imaps://outlook.office365.com:993",
    smtp: { host: "smtp.office365.com", port: 587 },
    hosts: ["outlook.office365.com", "outlook.office.com", "smtp.office365.com", "smtp-mail.outlook.com"],
    scopes: ["openid", "email", "profile", "offline_access"],
    mailScopes: ["https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send"],
    app: { scope: "https://outlook.office365.com/.default", permissions: ["IMAP.AccessAsApp", "SMTP.SendAsApp"] },
  },
  google: {
    name: "Google",
    console: { label: "Google Cloud console", url: "https://console.cloud.google.com/apis/credentials" },
    imapServer: "imaps://imap.gmail.com:993",
    smtp: { host: "smtp.gmail.com", port: 587 },
    hosts: ["imap.gmail.com", "smtp.gmail.com", "smtp-relay.gmail.com"],
    scopes: ["openid", "email"],
    mailScopes: ["https://mail.google.com/"],
    app: { scope: "https://mail.google.com/", permissions: ["https://mail.google.com/"] },
  },
};
