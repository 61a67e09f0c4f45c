import { fieldNoun } from "#shared/field-words.ts";
import { SCORED_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { learning, qualificationThreshold: threshold, rule, score, scoreBands } = LIMITS;
const scored = SCORED_FIELDS.map(fieldNoun);

export const SCORING_CHAPTER: HelpChapter = {
  title: "Scoring",
  articles: [
    {
      id: "score",
      title: "How scoring works",
      text: [
        `Scores range from ${score.min} to ${score.max}. Each active rule adds its weight once for each of its keywords found in the lead's text, or only once in total if you set it that way. A word that occurs ten times counts once.`,
        `A negative weight subtracts points after all others are added. No score goes below ${score.min} or above ${score.max}; the lead's details show points cut at ${score.max} on a separate line.`,
        "A score depends only on the current text and rules, and updates when either changes. If a rule fades, its points halve after each half-life, a number of days since the lead arrived.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs:
        "points calculate calculation cap maximum 100 weight sum formula scoring works decay fade age half-life once",
    },
    {
      id: "score-colors",
      title: "Score colors",
      text: [
        `Green is ${scoreBands.success} and above, amber ${scoreBands.warning} to ${scoreBands.success - 1}, gray below ${scoreBands.warning}. Colors don't decide which leads qualify; the threshold does.`,
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "color green amber gray grey bar band",
    },
    {
      id: "keyword-matching",
      title: "What a keyword matches",
      text: [
        "Keywords match whole words, ignoring case and accents. English plurals and possessives match too: budget matches Budgets and budget's.",
        "In a phrase, any spaces or punctuation may separate the words: machine learning matches machine-learning.",
        "Use * at the end of a word to match any ending: integrat* matches integrate, integration and integrating.",
        "Symbols count: C++, C#, R&D, 24/7. In Chinese, Japanese, Korean, Thai and other languages that join words, a keyword matches anywhere.",
        "Each rule can match differently: the start of words, exact words, a whole field, or regular expressions. Those use RE2 syntax and ignore case; lookaround and backreferences aren't supported.",
        `A regular expression reads the first ${rule.regexCharacters.toLocaleString("en")} characters of a lead. With a slow expression, leads with long texts are scored a little later and show Not scored yet until then. An expression that's too slow can't be saved.`,
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs:
        "wildcard asterisk star prefix plural case sensitive accent phrase exact word partial substring regex regular expression RE2 match mode whole field stemming",
    },
    {
      id: "where-keywords-are-found",
      title: "Where keywords are matched",
      text: [
        `In the lead's ${scored.slice(0, -1).join(", ")} and ${scored.at(-1)}, in messages, form answers and scraped pages, in extra columns of a sheet or file, in custom fields with texts, choices and links, and in the email's domain.`,
        "A rule can be limited to certain fields, such as one form question or the email's domain. Only a rule limited to the email quality searches that: its keywords are good, risky and bad.",
        "Names and the part of an email before the @ never count, because they say nothing about what someone wants.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "fields searched looked for lead text name ignored domain notes",
    },
    {
      id: "rules",
      title: "Writing rules",
      text: [
        `Under Rules & Keywords, a rule has a name, keywords separated by commas, and a weight from ${rule.weight.min} to ${rule.weight.max} (${rule.weight.default} by default). Turn a rule off to stop its points without deleting it.`,
        `Use a negative weight, down to -${rule.weight.max}, for words that speak against a lead, such as student or job application. To keep emails from becoming leads at all, use exclusion keywords under Automation Rules.`,
        "Two or three words that your best customers use work better than a long list. Give buying signals a high weight and general industry words a low one.",
        "To score by a custom field, choose A custom field's value in the rule: a number at least, at most or between limits, a date before, after or between days, one of some options, yes or no, or whether the field is empty. A rule whose field was deleted or changed is marked.",
        "All leads are scored again in the background when you add, change, turn off or delete a rule.",
      ],
      links: [
        { label: "Create a rule", href: "/rules?new" },
        { label: "Rules & Keywords", href: "/rules" },
      ],
      alsoKnownAs:
        "add create edit delete disable deactivate keywords weight good rule advice negative minus subtract exclude below zero penalty condition custom field number date option empty",
    },
    {
      id: "threshold",
      title: "Qualification threshold",
      text: [
        `A lead qualifies automatically when its score is at or above the threshold. The default is ${threshold.default}; change it under Configuration.`,
        "A new threshold applies to all leads, except those whose status a person set.",
      ],
      links: [{ label: "Configuration", href: "/configuration#lead-processing" }],
      alsoKnownAs: "change threshold auto qualify automatic qualification 30 minimum score limit cutoff",
    },
    {
      id: "low-score",
      title: "Why a score is low or zero",
      text: [
        "Usually no active rule matches, or the source sent little more than a name and an email. Open the lead to see its text and its matches.",
        "Check that the rule is active, that the keyword is a whole word in the text (or ends with *), and that it isn't only in the person's name, which doesn't count.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "zero 0 not qualified no keywords matched why low rule does not work not matching",
    },
    {
      id: "decisions-teach",
      title: "Learning from your decisions",
      text: [
        "Insights from decisions, under Rules & Keywords, shows how well each rule predicts your decisions: how many decided leads it matched, and what share of them you approved. Vs. average compares that share with all decided leads; 1.0× means the rule is no better than chance.",
        `After ${learning.minimumDecisions} decisions, including ${learning.minimumOfEachKind} of each kind, Winnow suggests new weights, rules to turn off and keywords to add, each with the decisions behind it. Preview shows the effect before you save; Dismiss hides a suggestion. Nothing changes automatically.`,
        "Undecided leads may also show how likely you are to approve them, with reasons. This appears only while it predicts better than your rules, and it never changes a score or a status.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs:
        "learn learned learning teach suggestion suggested weights precision lift reach AUC machine prediction likely probability approved",
    },
    {
      id: "rescoring",
      title: "When leads are scored again",
      text: [
        "When rules or the threshold change, all leads are scored again in the background, and you see the progress. Leads not reached yet keep their old score and status. If a rule fades, this also happens once a day.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "rescore recalculate refresh update scores progress processing",
    },
  ],
};
