import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

export const LEADS_CHAPTER: HelpChapter = {
  title: "Leads",
  articles: [
    {
      id: "lead-list",
      title: "Lead Management: finding leads",
      text: [
        "Lead Management lists every lead. The search looks at name, email and company, whatever the case and accents. The list can be narrowed by status, source, score, date, keyword and missing information, and sorted by its columns.",
        "Everything chosen is in the address of the page, so a view can be bookmarked or sent to a colleague, and the Back button works. A view that is needed often can be saved under a name.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "find search filter sort list table contacts prospects saved view bookmark columns",
    },
    {
      id: "lead-detail",
      title: "A lead's details",
      text: [
        "Click a lead, or press Enter on it, to open its sheet: how to reach the person, why the score is what it is, what is missing, where each value came from, what happened, notes, and the actions.",
        "Each point of the score stands with its rule, its keyword and the sentence it was found in. The raw input is kept, so you can see exactly what a source sent.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "view open sheet profile provenance origin timeline history where did this come from",
    },
    {
      id: "edit-lead",
      title: "Editing a lead and taking notes",
      text: [
        "In the lead's sheet a click on any field, or Enter on its pencil, lets you change it: Enter saves, Esc cancels. Notes can be written at once and are saved with their button. What a person typed or edited is never overwritten by a later sync; a different value from a source is kept beside it.",
        "An edit changes the text that keywords are looked for in, so the score is worked out again at once.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "change correct update field phone company notes overwrite manual",
    },
    {
      id: "add-lead",
      title: "Adding a lead by hand",
      text: [
        "Add Lead in Lead Management takes a name and an email, and whatever else you know. It goes through the same door as every other lead: if the email or phone is known already, that lead's empty fields are filled in instead of making a second one.",
      ],
      links: [{ label: "Add a lead", href: "/leads?new" }],
      alsoKnownAs: "create new manual enter type",
    },
    {
      id: "lead-status",
      title: "What the statuses mean",
      text: [
        "Pending: new, and below the threshold. Qualified: the score reached the threshold, or a person said so. Approved: a person decided that it is worth following up. Rejected: a person decided that it is not.",
        "Rules only ever choose between pending and qualified. Approved and rejected are set by people alone. Approved leads count as qualified in the figures and in reports.",
      ],
      links: [
        { label: "Pending leads", href: "/leads?status=pending" },
        { label: "Qualified leads", href: "/leads?status=qualified" },
      ],
      alsoKnownAs: "state approve reject qualify difference between approved and qualified",
    },
    {
      id: "person-over-rule",
      title: "A person's decision goes before a rule",
      text: [
        "A status that a person set is never changed by a rule, whatever the score becomes. To let rules decide again, take the decision back with Undo.",
        "When rules or the threshold change, every other lead is decided afresh, in either direction: a lead can become qualified, and one can fall back to pending.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "override manual status stays qualified below threshold why not changed",
    },
    {
      id: "review",
      title: "Reviewing the qualified leads",
      text: [
        "Qualified leads wait for a person to approve or reject them. Review, on the Dashboard and in Lead Management, opens them one after the other, the highest score first: a approves, r rejects, q keeps the lead qualified, s skips it, and k goes back. Those that were skipped wait for the next round.",
      ],
      links: [{ label: "Review", href: "/leads?review" }],
      alsoKnownAs: "queue approve reject one after the other go through work through waiting",
    },
    {
      id: "missing-information",
      title: "Missing information",
      text: [
        "A lead is incomplete while its email, phone, company or need is not known. A need is known when there are notes, a message, or answers to a form. Nothing is dropped because of it: a lead with only a phone number is kept, and its sheet says what is missing.",
      ],
      links: [
        { label: "Leads without a phone", href: "/leads?missing=phone" },
        { label: "Leads without an email", href: "/leads?missing=email" },
      ],
      alsoKnownAs: "incomplete complete qualification status no phone no email lacking blank need",
    },
    {
      id: "follow-up",
      title: "Asking leads for what is missing",
      text: [
        "For each thing that is missing, the lead's sheet holds a drafted question, in the language and about the subject that the lead wrote in. Reword it, put it away, or send it: all questions of a lead go in one message from the address of Email Settings, in answer to the lead's own last message.",
        `Nothing goes out by itself unless Configuration says so. Then leads that come in from that moment on are asked, those found on websites or in imported files never, and whoever was asked and has not answered is asked again, at most ${LIMITS.followUp.perHour} messages an hour. A lead is asked ${LIMITS.followUp.attempts.default} times at most, ${LIMITS.followUp.days.default} days apart, unless you set it otherwise.`,
        "Answers have to arrive in a mailbox that Winnow reads: let the From address of Email Settings be its address, or one that is delivered there. An answer found in it fills the empty field, with the message it came from, and the lead is scored again. The asking ends with any reply, when the message comes back, when the lead unsubscribes or writes that it wants no more, when the answer becomes known another way, and when you approve or reject the lead; automatic out-of-office replies do not count.",
        "Who unsubscribes is never written to again at that address. A person can lift that on the lead's sheet, with a reason that stays on its timeline.",
      ],
      links: [
        { label: "Configuration", href: "/configuration" },
        { label: "Email Settings", href: "/email-settings" },
      ],
      alsoKnownAs: "follow-up question ask reminder attempts unsubscribe opt out bounce reply automatic nurture chase",
    },
    {
      id: "duplicates",
      title: "Duplicates",
      text: [
        "Leads with the same email address or the same phone number are one lead: what a second source says is added to it, and the same input may arrive as often as it likes without changing anything. Two different email addresses behind one phone number stay two leads, because colleagues share switchboards.",
        "Leads that may be one without that are possible duplicates: a name that is alike at the same domain, company or phone, one mailbox written in two ways, the same profile. Duplicates above the lead list, and the lead's sheet, list them with what speaks for each; Winnow does not merge them by itself. Compare and merge shows the values of both side by side: choose which wins, or say that they are not the same. A merge can be taken back, which makes both leads what they were.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "merge twice same person double identity dedupe find detect recognise",
    },
    {
      id: "delete-lead",
      title: "Deleting a lead",
      text: [
        "Delete in the lead's sheet, or for several leads at once in the list. The notice that appears offers Undo. A deleted lead leaves a mark, so that the next sync does not bring it back.",
        "Adding the same person by hand does bring them back, because you meant it.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "remove erase gdpr tombstone comes back reappear restore deleted",
    },
    {
      id: "undo",
      title: "Undo: take back what you did",
      text: [
        "What you do to leads, rules, sources and settings can be taken back: press Undo in the notice, or Ctrl+Z (Command+Z on a Mac) while it is shown. A whole import can be undone in its sheet too.",
        `Later there is the History, which says who did what and when: each act in it has its Undo for ${LIMITS.journal.undoDays} days. What has left, a report or a message, cannot be taken back.`,
        "When something newer stands in the way, for example a later edit of the same lead, Undo says so and changes nothing. Of an act on many leads, those that changed since stay as they are.",
      ],
      links: [
        { label: "History", href: "/history" },
        { label: "Imports", href: "/leads?import" },
      ],
      alsoKnownAs:
        "revert take back taken back roll back mistake restore recover delete ctrl z accidentally rule change",
    },
    {
      id: "many-leads",
      title: "Acting on many leads at once",
      text: [
        "Select leads in the list with their checkboxes, or all that match the filter, and a bar offers to set their status, delete them or export them. The whole act can be undone at once.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "bulk multi select mass checkbox several batch delete all data everything",
    },
    {
      id: "export",
      title: "Exporting leads",
      text: [
        "Export in Lead Management downloads the leads that the list shows as a CSV file; with All Status chosen, the qualified ones. The export streams, so it works for a million leads as for ten.",
        "A value that a spreadsheet would take for a formula gets an apostrophe in front, so that opening the file is safe. Importing it into Winnow takes the apostrophe away again.",
      ],
      links: [
        { label: "Lead Management", href: "/leads" },
        { label: "Configuration", href: "/configuration" },
      ],
      alsoKnownAs: "download csv excel file spreadsheet save",
    },
    {
      id: "import",
      title: "Importing a file",
      text: [
        `Import in Lead Management reads CSV, TSV and XLSX files of up to ${LIMITS.import.fileBytes / 1_000_000_000} GB. Before anything is taken in you see how the file is read: encoding, delimiter, sheet, header row, and which column becomes which field. Each can be corrected.`,
        "You also choose what happens to leads that are known already: fill their empty fields, overwrite them, or leave them alone. Overwriting never touches what a person typed.",
        "A long import can be left and come back to, and cancelled; what it took in stays. The rows that were left out can be downloaded with the reason for each. Undo takes the whole import back, except leads that were changed since.",
      ],
      links: [{ label: "Import a file", href: "/leads?import" }],
      alsoKnownAs: "upload file formats types csv tsv xlsx excel columns mapping rejected rows encoding delimiter",
    },
    {
      id: "sample-leads",
      title: "Trying it with sample leads",
      text: [
        "An empty product offers sample leads: a small set of invented people and rules that goes through the same intake and scoring as real ones. They can be removed in one click, and nothing of yours is touched.",
        "Removing them takes every sample lead, whatever was done with it, and the sample's rules that nobody changed. A lead that one of your own sources has told of stays. Reports leave sample leads out.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "demo example test data first run try getting started",
    },
  ],
};
