/** A way from a text into the product; `href` is a path of the page. */
export interface HelpLink {
  label: string;
  href: string;
}

/** The categories of the FAQ, in the order people read them. */
export const FAQ_CATEGORIES = ["Setup", "Lead Scoring", "Email Reports", "Data Sources", "Data Export"] as const;

export interface FaqEntry {
  id: string;
  category: (typeof FAQ_CATEGORIES)[number];
  question: string;
  /** Plain sentences; a blank line parts paragraphs. */
  answer: string;
  links: readonly HelpLink[];
}

/** A step of the Setup Guide. */
export interface GuideStep {
  id: "sheet" | "credentials" | "source" | "rules" | "reports";
  title: string;
  text: string;
  points: readonly string[];
  /** Where the step is done. */
  link: HelpLink | null;
}

/** A page of help about one screen or one mechanism. */
export interface HelpArticle {
  id: string;
  title: string;
  /** A paragraph each. */
  text: readonly string[];
  links: readonly HelpLink[];
  /** Other words by which people ask for it; searched, never shown. */
  alsoKnownAs?: string;
}

/** The pages about one part of the product. */
export interface HelpChapter {
  title: string;
  articles: readonly HelpArticle[];
}
