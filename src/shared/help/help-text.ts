/** A link into the product; `href` is a path. */
export interface HelpLink {
  label: string;
  href: string;
}

/** FAQ categories in display order. */
export const FAQ_CATEGORIES = ["Setup", "Lead Scoring", "Email Reports", "Data Sources", "Data Export"] as const;

export interface FaqEntry {
  id: string;
  category: (typeof FAQ_CATEGORIES)[number];
  question: string;
  /** Plain text; a blank line separates paragraphs. */
  answer: string;
  links: readonly HelpLink[];
}

/** A step of the Setup Guide. */
export interface GuideStep {
  id: "sheet" | "credentials" | "source" | "rules" | "reports";
  title: string;
  text: string;
  points: readonly string[];
  /** The screen for this step. */
  link: HelpLink | null;
}

/** Help about one screen or topic. */
export interface HelpArticle {
  id: string;
  title: string;
  /** Paragraphs. */
  text: readonly string[];
  links: readonly HelpLink[];
  /** Search synonyms; never shown. */
  alsoKnownAs?: string;
}

/** Articles about one part of the product. */
export interface HelpChapter {
  title: string;
  articles: readonly HelpArticle[];
}
