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
        "While nobody has an account, whoever sits at the machine that Winnow runs on is its owner, nothing asks for a sign-in, and no other machine can reach it. Account, at the foot of the sidebar, makes the first account, which is an owner's. From then on everybody signs in.",
        `A browser stays signed in for ${sessionIdleDays} days after it was last used, and for ${sessionDays} days in all. When a session ends while you work, the sign-in covers the page, and what you typed is still there afterwards. After ${failures.perName} wrong attempts a name has to wait, except in browsers in which it signed in before.`,
        "Account lists the browsers that you are signed in with and signs them out, one or all others. Under Team, Browsers, owners see and sign out those of everybody.",
      ],
      links: [{ label: "Account", href: "/account" }],
      alsoKnownAs: "login log in log out logout sign in sign out session browser device first owner user",
    },
    {
      id: "add-colleague",
      title: "Adding a colleague",
      text: [
        `Owners add people under Team: choose a username and a role, and send the link that appears. It is shown once, works once and for ${invitationDays} days, and its person chooses a password with it. You can also set a password yourself and tell them.`,
        "An account that is shut can no longer sign in and keeps its name on what was done; it can be opened again. Deleting it takes its sessions and tokens with it. The last owner cannot be shut, deleted or made something else.",
      ],
      links: [
        { label: "Add a person", href: "/team?new" },
        { label: "Team", href: "/team" },
      ],
      alsoKnownAs: "invite invitation user users team colleagues people member add remove delete shut account link",
    },
    {
      id: "roles",
      title: "Roles: owner, member, viewer",
      text: [
        "A viewer sees leads, rules and figures, exports them, and changes nothing. A member also works: adds, decides and edits leads, writes rules, adds websites, syncs and sends reports. An owner does everything and alone manages the team, data sources, mail servers, the form address, the settings, the audit log and personal data.",
        "What a role may not do is not offered, or is shown locked with the reason. A changed role holds at once.",
      ],
      links: [{ label: "Team", href: "/team" }],
      alsoKnownAs: "role permission permissions rights admin administrator access read only allowed may",
    },
    {
      id: "forgotten-password",
      title: "A forgotten or changed password",
      text: [
        "Forgotten: an owner opens Team, and the menu of your row makes a link with which you choose a new password; the old one works no more, nor do your second factor and your API tokens. When the only owner has forgotten it, whoever runs the server sets a new one with npm run user -- password NAME.",
        `To change it, open Account. It needs at least ${password.min} characters, of any kind; several words are easy to remember. Every other browser is signed out. API tokens go on unless you have them deleted with it, as when somebody else may have known the password.`,
      ],
      links: [{ label: "Account", href: "/account" }],
      alsoKnownAs: "password reset forgot lost recover change locked out",
    },
    {
      id: "second-factor",
      title: "The second factor",
      text: [
        `Under Account, set up a second factor: scan the code with an authenticator app and type the six digits that it shows. From then on signing in asks for such a code beside the password. Keep the ${recoveryCodes} recovery codes that appear once: each signs you in once without the phone.`,
        "To take it off, or to move to another phone, turn it off there with your password and set it up anew.",
      ],
      links: [{ label: "Account", href: "/account" }],
      alsoKnownAs: "2fa mfa two factor totp authenticator code recovery codes phone lost one-time",
    },
    {
      id: "api-tokens",
      title: "API tokens",
      text: [
        "A program signs in with a token that you make under Account: give it a name, say what it may do and for how long, type your password, and copy it; it is shown only once. The program sends it as Authorization: Bearer and then the token. It acts in your name and never does more than you may.",
        "No token touches accounts, tokens, sessions, passwords or second factors, whatever it may do else: a person signs in for that.",
        "Deleting a token refuses the program at once. Under Team, API tokens, owners see those of everybody, with whose they are and when they were last used, and delete them, as when somebody leaves. The calls are described at /api/docs.",
      ],
      links: [
        { label: "Make a token", href: "/account?new" },
        { label: "Everybody's tokens", href: "/team?tab=tokens" },
      ],
      alsoKnownAs: "token api key bearer program script integration scope revoke left",
    },
    {
      id: "audit-log",
      title: "The audit log",
      text: [
        `Under Team, Audit log, owners see each sign-in, export and change: who, what, when exactly, from which address, and whether it was refused. It never holds values of leads, and forgets after ${LIMITS.audit.keptDays} days. History, in contrast, tells what was done to leads and rules, and takes it back.`,
      ],
      links: [{ label: "Audit log", href: "/team?tab=audit" }],
      alsoKnownAs: "who did what log trail compliance security",
    },
  ],
};
