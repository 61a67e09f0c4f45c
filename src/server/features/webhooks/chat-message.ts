import { cutWhole } from "#shared/text/cut-whole.ts";
import { counted } from "#shared/counted.ts";
import { WEBHOOK_EVENT_LABELS, type WebhookEvent, type WebhookKind } from "#shared/webhook-events.ts";
import type { WebhookDeliveryRecord } from "#server/db/outbox/webhook-deliveries.ts";
import { mailedLine } from "#server/delivery/mail/mailed-words.ts";
import { scoreWithReasons } from "#server/pipeline/intake/score-reasons.ts";
import type { Workspace } from "#server/workspace.ts";

type ChatKind = Exclude<WebhookKind, "webhook">;

/** More would be a wall of text; the rest is counted. */
export const ENTRIES = 10;
const LINE_LENGTH = 200;
/** Of each of an entry's three texts: Discord refuses a message with more than 6,000 characters in all. */
const DISCORD_TEXT_LENGTH = 199;

/** One event in a message; every text is a single line in which a chat finds no link. */
export interface ChatEntry {
  title: string;
  details: string[];
  link: string | null;
}

/** One message about all of these events, as the chat's JSON. */
export async function chatMessage(
  { store, publicUrl: baseUrl }: Pick<Workspace, "store" | "publicUrl">,
  kind: ChatKind,
  deliveries: readonly WebhookDeliveryRecord[],
): Promise<string> {
  const entries = await Promise.all(
    deliveries.slice(0, ENTRIES).map(async ({ type, leadId, data }): Promise<ChatEntry> => {
      const lead = leadId === null ? null : await store.leads.get(leadId);
      const label = WEBHOOK_EVENT_LABELS[type as WebhookEvent] ?? "Test message";
      if (lead === null) return { title: oneLine(`${label}${factsOf(data)}`), details: [], link: null };
      return {
        title: oneLine(`${label}: ${lead.name || "Unnamed lead"}`),
        details: [lead.company, scoreWithReasons(lead.score, lead.scoreParts)]
          .map(oneLine)
          .filter((text) => text !== ""),
        link: baseUrl === null ? null : `${baseUrl}/leads/${lead.id}`,
      };
    }),
  );
  const more = deliveries.length - entries.length;
  return JSON.stringify(FORMATS[kind](entries, more === 0 ? "" : `And ${counted(more, "more event")}.`));
}

/** What a chat says of an event without a lead. */
function factsOf(data: Readonly<Record<string, unknown>>): string {
  const { source, report } = data as { source?: { name: string }; report?: { leadCount: number } };
  if (source !== undefined) return `: ${source.name}`;
  return report === undefined ? "" : `: ${counted(report.leadCount, "qualified lead")}`;
}

function oneLine(text: string): string {
  const line = mailedLine(text);
  return line.length > LINE_LENGTH ? `${cutWhole(line, LINE_LENGTH - 1)}…` : line;
}

/** Messages whose strangers' text can't format, link or mention anyone. */
export const FORMATS: Record<ChatKind, (entries: readonly ChatEntry[], more: string) => object> = {
  slack: (entries, more) => ({
    // For notifications; the blocks are what people see.
    text: slackText(entries.map(({ title }) => title).join("\n")),
    blocks: [
      ...entries.map(({ title, details, link }) => ({
        type: "section",
        // Plain text is shown as it is: no formatting, links or mentions.
        text: { type: "plain_text", text: [title, ...details].join("\n"), emoji: false },
        ...(link !== null && {
          accessory: { type: "button", text: { type: "plain_text", text: "Open lead" }, url: link },
        }),
      })),
      ...(more === "" ? [] : [{ type: "context", elements: [{ type: "plain_text", text: more }] }]),
    ],
  }),

  teams: (entries, more) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            ...entries.map(({ title, details, link }) => ({
              type: "Container",
              separator: true,
              items: [
                // Text runs, unlike text blocks, don't read Markdown.
                run(title, true),
                ...details.map((text) => run(text, false)),
                ...(link === null
                  ? []
                  : [{ type: "ActionSet", actions: [{ type: "Action.OpenUrl", title: "Open lead", url: link }] }]),
              ],
            })),
            ...(more === "" ? [] : [run(more, false)]),
          ],
        },
      },
    ],
  }),

  discord: (entries, more) => ({
    ...(more !== "" && { content: more }),
    embeds: entries.map(({ title, details, link }) => ({
      title: discordText(title),
      description: details.map(discordText).join("\n"),
      ...(link !== null && { url: link }),
    })),
    allowed_mentions: { parse: [] },
  }),
};

function run(text: string, isTitle: boolean): object {
  return {
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...(isTitle && { weight: "Bolder" }) }],
  };
}

function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes Markdown, and breaks mentions with a zero-width space. Cut between characters, as escaping lengthens it. */
function discordText(text: string): string {
  let escaped = "";
  for (const sign of text) {
    const next = sign === "@" ? "@\u200b" : sign.replace(/[\\*_~`|>#[\]()<:-]/u, "\\$&");
    if (escaped.length + next.length >= DISCORD_TEXT_LENGTH) return `${escaped}…`;
    escaped += next;
  }
  return escaped;
}
