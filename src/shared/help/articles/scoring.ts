import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

const { learning, qualificationThreshold: threshold, rule, score, scoreBands } = LIMITS;

export const SCORING_CHAPTER: HelpChapter = {
  title: "Scoring",
  articles: [
    {
      id: "score",
      title: "How scoring works",
      text: [
        `A score goes from ${score.min} to ${score.max}. Each active rule gives its weight once for each of its different keywords found in the lead's text, or once however many are found if the rule says so. A word that occurs ten times counts once.`,
        `A weight below 0 takes points off, after all others are added, and never more than are there: no score is below ${score.min}.`,
        `When the points add up to more than ${score.max}, the score ends there, and the lead's sheet shows what was cut as a line of its own. The points and that line always add up to the score.`,
        "A score is never accumulated over time: it is worked out from the text and the rules as they are now, whenever either changes. Where a rule fades, the age of the lead counts as well: after each of its half-lives, a number of days, its points are half of what they were.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs:
        "points calculate calculation cap maximum 100 weight sum formula scoring works decay fade age half-life once",
    },
    {
      id: "score-colours",
      title: "The colours of a score",
      text: [
        `Green is ${scoreBands.success} and above, amber ${scoreBands.warning} to ${scoreBands.success - 1}, grey below ${scoreBands.warning}. The colours are only for reading; what qualifies a lead is the threshold.`,
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "color green amber gray grey bar band",
    },
    {
      id: "keyword-matching",
      title: "What a keyword matches",
      text: [
        "A keyword is looked for as whole words, in any case and with or without accents. English plurals and possessives count: budget is found in Budgets and in budget's.",
        "Between the words of a phrase any spaces or punctuation may stand: machine learning is found in machine-learning.",
        "A star stands for any ending: integrat* finds integrate, integration and integrating. It works at the end of a word only.",
        "Signs are meant when you write them: C++, C#, R&D, 24/7. In scripts without spaces between words, as Chinese, Japanese or Thai, a keyword is found anywhere.",
        "A rule can look for its keywords in another way: as the beginning of words, as exactly these words without other endings, as the whole of a field, or as regular expressions. Those are written as RE2 knows them, whatever the case; looking ahead or back and references to groups are not among them, so that none can take forever.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs:
        "wildcard asterisk star prefix plural case sensitive accent phrase exact word partial substring regex regular expression RE2 match mode whole field stemming",
    },
    {
      id: "where-keywords-are-found",
      title: "Where keywords are looked for",
      text: [
        "In the lead's company, industry, job title and notes, in the subject and text of messages, in form answers, in the text of scraped pages, in further columns of a sheet or file, and in the domain of the email address.",
        "A rule that names fields looks only in those: a question of a form, for example, or the domain of the email address.",
        "Never in the person's name or in what stands before the @, because a name says nothing about what somebody wants.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "fields searched lead text name ignored domain notes",
    },
    {
      id: "rules",
      title: "Writing rules",
      text: [
        `Under Rules & Keywords a rule has a name, keywords separated by commas, and a weight from ${rule.weight.min} to ${rule.weight.max} (${rule.weight.default} unless you say another). It can be switched off without deleting it: then it gives no points.`,
        `What speaks against a lead gets a weight below 0, down to -${rule.weight.max}: student or job application, for example. What should not become a lead at all is kept out where it comes in, mail by exclusion keywords.`,
        "Two or three words that your best customers use are worth more than a long list. Give what shows that somebody wants to buy a high weight, and what only fits your trade a low one.",
        "When a rule is added, changed, switched or deleted, all leads are scored again in the background.",
      ],
      links: [
        { label: "Create a rule", href: "/rules?new" },
        { label: "Rules & Keywords", href: "/rules" },
      ],
      alsoKnownAs:
        "add create edit delete disable deactivate keywords weight good rule advice negative minus subtract exclude below zero penalty",
    },
    {
      id: "threshold",
      title: "The threshold for qualifying",
      text: [
        `A lead whose score is at or above the threshold qualifies by itself. The threshold is ${threshold.default} unless you chose another under Configuration; a score exactly at it is enough.`,
        "A new threshold decides every lead afresh, except those whose status a person set.",
      ],
      links: [{ label: "Configuration", href: "/configuration" }],
      alsoKnownAs: "change threshold auto qualify automatic qualification 30 minimum score limit cutoff",
    },
    {
      id: "low-score",
      title: "Why a lead has a low score or none",
      text: [
        "Most often none of the active rules' keywords stands in its text, or the source gave little text beside the name and email. Open the lead to see its text and what was found.",
        "Check that the rule is active, that the keyword is a whole word of the text (or ends with a star), and that it is not only in the person's name, which does not count.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "zero 0 not qualified no keywords matched why low rule does not work not matching",
    },
    {
      id: "decisions-teach",
      title: "What your decisions teach",
      text: [
        "Under Rules & Keywords, What decisions teach shows how each rule does by what people approved, qualified and rejected: how many decided leads it found, what share of those was approved, and how many times the share of all that is (lift). A lift of 1 tells good leads from others no better than chance.",
        `From ${learning.minimumDecisions} decisions on, ${learning.minimumOfEachKind} of each kind among them, it suggests other weights, rules to switch off, and words that no rule looks for, each with the decisions it rests on. Preview shows what a suggestion would do before anything is saved; Dismiss keeps it away. Nothing is changed by itself.`,
        "From then on a lead that nobody has decided on may also show how likely it is to be approved, with what speaks for and against it. It is shown only while it tells approved from rejected leads better than the rules, on decisions that were held out while learning. It never changes a score or a status.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs:
        "learn learned learning suggestion suggested weights precision lift reach AUC machine prediction likely probability approved",
    },
    {
      id: "rescoring",
      title: "When leads are scored again",
      text: [
        "After a change of rules or of the threshold every lead is scored again in the background, and the progress is shown; where a rule fades, also once a day. Scores and statuses may be those of before for leads that it has not reached yet.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "rescore recalculate refresh update scores progress processing",
    },
  ],
};
