import { HELP_CHAPTERS } from "#shared/help/articles.ts";
import { FAQ } from "#shared/help/faq.ts";
import { GUIDE_STEPS } from "#shared/help/guide.ts";
import type { HelpLink } from "#shared/help/help-text.ts";

/** A help text that answers a question. */
export interface HelpText {
  id: string;
  title: string;
  text: string;
  links: readonly HelpLink[];
  /** Other words for the subject. */
  alsoKnownAs?: string;
}

export const HELP_PAGES: readonly HelpText[] = [
  ...FAQ.map(({ id, question, answer, links }) => ({ id: `faq-${id}`, title: question, text: answer, links })),
  ...HELP_CHAPTERS.flatMap(({ articles }) =>
    articles.map(({ id, title, text, links, alsoKnownAs }) => ({
      id,
      title,
      text: text.join("\n\n"),
      links,
      alsoKnownAs,
    })),
  ),
  ...GUIDE_STEPS.map(({ id, title, text, points, link }) => ({
    id: `guide-${id}`,
    title,
    text: [text, ...points.map((point) => `• ${point}`)].join("\n"),
    links: [...(link === null ? [] : [link]), { label: "Setup Guide", href: "/setup-guide" }],
  })),
];
