import type { SourceKind } from "#shared/source-kinds.ts";

/** What matches a kind of source in a question; the first match wins. Pages don't load these. */
export const SOURCE_WORDS: Readonly<Record<SourceKind, RegExp>> = {
  google_sheets: /\b(?:(?:from|in|via|through|by) )?(?:the |our |my )?(?:google )?(?:spread)?sheets?\b(?: leads?)?/u,
  json_api: /\b(?:(?:from|via|through|by) )?(?:the |our |an? )?json(?: apis?)?\b/u,
  website:
    /\b(?:(?:from|on|via|through|by) )?(?:the |our |my )?(?:web ?sites?(?! forms?\b)|scrap(?:es?|ed|ing|er)|web pages?|crawl\w*)\b/u,
  email:
    /\b(?:from|via|through|by|in|using|without|drop|stop|lose|close) (?:the |our |my )?(?:e?mails?(?! address)|mailbox(?:es)?|gmail|inbox)\b|\b(?:e?mail|gmail|mailbox|inbox) (?:leads|ones|contacts)\b|\b(?:or|vs|versus|than|and|compare|compared (?:to|with)) (?:the |our )?(?:e?mails?(?! address)|mailbox|inbox|gmail)\b|\be?mails?(?=,? (?:or|vs|versus|and|web) (?:the )?(?:web )?(?:forms?|sheets?|websites?|files?))/u,
  form: /\b(?:(?:from|via|through|by) )?(?:the |our |my )?(?:web ?(?:site )?|contact )?(?:forms?|typeform|google forms|form submissions?)\b/u,
  file: /\b(?:(?:from|via|through|by|in) )?(?:an? |the |our |my )?(?:imports?|imported|csv|xlsx|files?|uploads?|uploaded)\b(?: files?)?/u,
  api: /\b(?:from|via|through|by) (?:the |our )?api\b|\bapi leads\b/u,
  manual: /\b(?:(?:were |was |been )?(?:added|entered|typed) )?(?:by hand|manual(?:ly)?)\b(?: added)?/u,
  sample: /(?!)/u,
};
