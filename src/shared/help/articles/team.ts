import { CRM_NAMES } from "#shared/crm.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";
import { LIMITS } from "#shared/limits.ts";

const { password, recoveryCodes, invitationDays, sessionIdleDays, sessionDays, failures } = LIMITS.account;

export const TEAM_CHAPTER: HelpChapter = {
  title: "Team and accounts",
  articles: [
    {
      id: "accounts",
      title: "Accounts and signing in",
      text: [
        "Until someone has an account, Winnow only works on the machine it runs on, without signing in. Create the first account, an owner, under Account at the bottom of the sidebar. From then on everyone signs in.",
        `A browser stays signed in for ${sessionIdleDays} days after its last use, up to ${sessionDays} days in total. If your session ends while you work, sign in again and continue; nothing you typed is lost. After ${failures.perName} failed attempts, sign-in for that username pauses, except in browsers it has signed in from before.`,
        "Account lists your signed-in browsers. Sign out any of them, or all others. Owners can do the same for everyone under Team, Browsers.",
        "People can also sign in with an OpenID Connect provider such as Okta, Microsoft Entra or Google (single sign-on, SSO). Your administrator connects it by setting WINNOW_OIDC_ISSUER and the variables next to it in docs/operations.md.",
      ],
      links: [{ label: "Account", href: "/account" }],
      alsoKnownAs: "login log in log out logout sign in sign out session browser device first owner user",
    },
    {
      id: "add-colleague",
      title: "Inviting teammates",
      text: [
        `Owners add people under Team: choose a username and a role. With outgoing email set up, the invitation is emailed; otherwise send the link that appears. The link works once, within ${invitationDays} days; the person uses it to choose a password. The person's menu sends it again or revokes it. You can also set a password yourself and share it. More accounts cost nothing.`,
        "A deactivated account can't sign in and loses its API tokens, but its name stays in the history. You can reactivate it. Deleting an account removes its sessions and tokens. Either way, choose who gets the person's leads. The last owner can't be deactivated, deleted or given another role.",
      ],
      links: [
        { label: "Add a person", href: "/team?new" },
        { label: "Team", href: "/team" },
      ],
      alsoKnownAs:
        "invite someone somebody colleague invite invitation user users team colleagues people member add remove delete shut deactivate account link",
    },
    {
      id: "roles",
      title: "Roles: owner, member, viewer",
      text: [
        "A viewer sees leads, rules and metrics and can export them. A member can also add, edit and decide on leads, write rules, add websites, sync and send reports. An owner can do everything, including the team, data sources, mail servers, the webhook URL, settings, the audit log and personal data.",
        "Actions that your role doesn't allow are hidden or locked. A role change takes effect right away, and the person signs in again.",
        "Under Team, Lead access, an owner can limit members and viewers to their own and unassigned leads. Everything they see then covers only those: lists, search, counts, the dashboard, history, files, their API tokens and assistants. A lead assigned to someone else disappears for them right away. Adding a lead that someone else has, by email or phone, is refused, also in a file. Imports are seen only by the person who uploaded them, and emails, forms and websites that didn't become a lead by everyone. Reports and integrations have all leads, so check who receives them.",
        "Unless that is on, everyone with an account sees all leads, including their notes and comments. To separate clients from each other, run one installation for each.",
      ],
      links: [{ label: "Team", href: "/team" }],
      alsoKnownAs:
        "visibility see own unassigned private hide limit role permission permissions rights admin administrator access read only allowed may",
    },
    {
      id: "forgotten-password",
      title: "Changing or resetting a password",
      text: [
        "If you forgot your password, an owner opens Team and creates a reset link from your row's menu. Your old password, second factor and API tokens stop working. If you're the only owner, your administrator runs npm run user -- password NAME on the server.",
        `To change it, open Account. It needs at least ${password.min} characters and must be hard to guess; four or more unrelated words work best. All other browsers are signed out. API tokens keep working unless you delete them too, which you should if someone else may know the password.`,
      ],
      links: [{ label: "Account", href: "/account" }],
      alsoKnownAs: "password reset forgot lost recover change locked out",
    },
    {
      id: "second-factor",
      title: "Two-factor authentication",
      text: [
        `Under Account, set up two-factor authentication: enter your password, scan the code with an authenticator app and enter its six digits. From then on you sign in with your password and a code. Save the ${recoveryCodes} recovery codes that appear once; each one signs you in once without your phone.`,
        "To remove it or switch to a new phone, turn it off there with your password and set it up again. If you sign in with an identity provider, set it up there.",
      ],
      links: [{ label: "Account", href: "/account" }],
      alsoKnownAs: "2fa mfa two second factor totp authenticator code recovery codes phone lost one-time",
    },
    {
      id: "api-tokens",
      title: "API tokens",
      text: [
        "Programs sign in with an API token, which you create under Account: choose a name, permissions and an expiration, enter your password, and copy the token. It's shown only once. Send it as Authorization: Bearer followed by the token. It acts in your name and can never do more than you.",
        "Tokens can't manage accounts, tokens, sessions, passwords or second factors.",
        "Deleting a token blocks the program right away. Owners see and delete everyone's tokens under Team, API tokens. The API is documented at /api/docs.",
      ],
      links: [
        { label: "Create a token", href: "/account?new" },
        { label: "All tokens", href: "/team?tab=tokens" },
      ],
      alsoKnownAs: "token api key bearer program script integration scope revoke left make get",
    },
    {
      id: "webhooks",
      title: "Sending events to other apps",
      text: [
        "Under Integrations, owners choose which events go to a webhook of your own software or to a Slack, Microsoft Teams or Discord channel: leads that are added, updated, qualified, approved, rejected, assigned, merged or deleted, sent reports, and sources that fail or recover. Many leads at once become one message in a chat.",
        "Webhooks follow Standard Webhooks 1.0: verify the webhook-signature header with the secret that is shown once. After Rotate secret, the old secret also signs for a day. webhook-id is the same for every attempt, so use it to skip repeats. IDs only sends no personal data; the whole lead is as of the first attempt. A new score that doesn't change the status is a lead.updated, so a changed rule can send one for every lead. While a webhook is paused, nothing is recorded for it.",
        `A delivery without a 2xx answer is tried ten times in three days, and later events of the same lead wait for it. View log shows each payload and answer, and Replay sends one again. Resuming the integration or entering a new URL sends what failed of leads that got nothing newer. The bell reports an hour of failure; after a 410 answer or ${LIMITS.webhook.failingDays} days of failure the integration is turned off until you resume it or enter another URL; what happens in the meantime waits. Deliveries are stored for ${LIMITS.webhook.retentionDays} days.`,
        "Redirects aren't followed, and addresses in a private network need WINNOW_SCRAPE_ALLOW_PRIVATE=1.",
      ],
      links: [
        { label: "Integrations", href: "/integrations" },
        { label: "Add an integration", href: "/integrations?new" },
      ],
      alsoKnownAs:
        "webhook webhooks slack teams discord chat channel zapier integration integrations crm push event events post notify outgoing",
    },
    {
      id: "crm",
      title: "Sending leads to a CRM",
      text: [
        `Under Integrations, owners connect ${CRM_NAMES}. A lead is sent when it is approved, or already when it is qualified, or only by hand: open the lead, then More actions. It becomes a contact, person or lead there with the fields you choose, and the lead here links to it.`,
        "A record with the lead's email is updated instead of created again, so sending twice makes no duplicate. Empty values are never sent, a qualified lead that is approved without changes isn't sent again, and undoing an approval doesn't remove the record. A lead without an email is recognized by the record's stored ID, or else by its phone and name; if it has neither and Winnow stops right after creating the record, it is created again.",
        "A record that was deleted in the CRM is created again with the next sending. Erasing a person here doesn't erase them there.",
        `If the CRM can't be reached or refuses the token, Winnow tries for three days and the bell reports it after an hour; a new token sends what waits or failed. A lead that the CRM refuses isn't retried: its page says why. Saving the connection with other fields or owners sends it again, as does Replay in View log. Rate limits are obeyed. After ${LIMITS.webhook.failingDays} days of failure the connection is turned off until you resume it or enter new credentials; leads wait for up to ${LIMITS.webhook.retentionDays} days.`,
        "For HubSpot, create a service key with the scopes crm.objects.contacts.read, crm.objects.contacts.write, crm.objects.owners.read and crm.schemas.contacts.read, and copy it. The access token of a private app works too.",
        "For Pipedrive, copy the API token from your personal preferences. Leads become persons, with an organization of the same name. Email addresses, phone numbers and the organization that are there already stay.",
        "For Salesforce, create an external client app with the api scope and the client credentials flow, and choose the user it runs as, who may read and edit leads; a connected app works too. Leads become leads. One that was converted isn't changed any more, and a company that is missing is “[not provided]”. If your duplicate rules warn, the lead is saved as a new one; if they block, the lead they found is updated and keeps its email.",
      ],
      links: [
        { label: "Integrations", href: "/integrations" },
        { label: "Connect a CRM", href: "/integrations?new=crm" },
      ],
      alsoKnownAs:
        "crm hubspot pipedrive salesforce connect send push sync export lead contact owner field mapping customer relationship integration transfer",
    },
    {
      id: "connect-assistant",
      title: "Connecting an AI assistant",
      text: [
        "Assistants such as Claude, VS Code or Cursor can work with your leads over MCP. Under Account, create an API token, choose your assistant under Connect an assistant, and copy the configuration with your token into it.",
        "The token's permissions decide what the assistant can do: read leads, rules and figures, add leads, or also change statuses, leads and rules, sync sources and undo. Only for an assistant limits the token to the tools you choose. No assistant can delete, export everything or change accounts.",
        "Assistants can preview a change before making it, and every change except a sync can be undone under History. The audit log shows what was done over MCP. Emails, forms and pages may contain text meant to trick an assistant, so give it only the permissions it needs.",
      ],
      links: [
        { label: "Account", href: "/account" },
        { label: "Create a token", href: "/account?new" },
        { label: "History", href: "/history" },
      ],
      alsoKnownAs: "mcp model context protocol claude cursor vs code copilot chatgpt ai agent assistant connect tools",
    },
    {
      id: "personal-data",
      title: "Access and erasure requests",
      text: [
        "For a request under the GDPR or a similar law, owners open Team, Personal data and enter the person's email address. Download everything stored about them, or erase it. The same buttons are in a lead's details.",
        "Erasing removes the person from leads, messages, imports and history. It can't be undone.",
      ],
      links: [{ label: "Personal data", href: "/team?tab=personal-data" }],
      alsoKnownAs: "gdpr privacy erase forget person persons someone subject right to be forgotten personal",
    },
    {
      id: "audit-log",
      title: "The audit log",
      text: [
        `Under Team, Audit log, owners see each sign-in, export and change: who, what, when, from which address, and whether it was refused. It never contains lead data and is stored for ${LIMITS.audit.retentionDays} days. To see or undo changes to leads and rules, use History.`,
      ],
      links: [{ label: "Audit log", href: "/team?tab=audit" }],
      alsoKnownAs: "who did what log trail compliance security",
    },
  ],
};
