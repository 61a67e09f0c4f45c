import { LEADS_CHAPTER } from "#shared/help/articles/leads.ts";
import { OPERATORS_CHAPTER } from "#shared/help/articles/operators.ts";
import { PRODUCT_CHAPTER } from "#shared/help/articles/product.ts";
import { REPORTS_CHAPTER } from "#shared/help/articles/reports.ts";
import { SCORING_CHAPTER } from "#shared/help/articles/scoring.ts";
import { SOURCES_CHAPTER } from "#shared/help/articles/sources.ts";
import { TEAM_CHAPTER } from "#shared/help/articles/team.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

/** All help articles in reading order. */
export const HELP_CHAPTERS: readonly HelpChapter[] = [
  PRODUCT_CHAPTER,
  LEADS_CHAPTER,
  SCORING_CHAPTER,
  SOURCES_CHAPTER,
  REPORTS_CHAPTER,
  TEAM_CHAPTER,
  OPERATORS_CHAPTER,
];
