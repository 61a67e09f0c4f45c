import { LIMITS } from "#shared/limits.ts";
import type { HelpChapter } from "#shared/help/help-text.ts";

export const LEADS_CHAPTER: HelpChapter = {
  title: "Leads",
  articles: [
    {
      id: "lead-list",
      title: "Lead Management: finding leads",
      text: [
        "Lead Management lists every lead. Search finds leads that have all your words, in any order, in name, company, industry, email, phone, title, notes or the original message. It ignores case, accents and the way a phone number is written. Filter by status, source, score, date, keyword, missing information or email quality, and sort by any column.",
        "The page address includes your search and filters, so you can bookmark a view or share it.",
        "The plus next to the tabs saves the search, filters, sort order, layout and columns as a view with its own tab. A view is for you alone or for everyone. Its creator and owners can change a shared view; anyone else can save a copy. The menu of the open tab renames, moves, shares and deletes it.",
        `Columns shows, hides and reorders columns, and adds up to ${LIMITS.list.factColumns} extra sheet columns or form answers. You can also drag a header. Outside of saved views, your browser remembers the columns.`,
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "find search filter sort list table contacts prospects saved view bookmark columns",
    },
    {
      id: "lead-board",
      title: "Leads as a board",
      text: [
        "Board, next to the filters, shows the leads as cards in a column for each status. Each column's heading has the number of its leads and the sum of their scores. On a phone, choose Show as board in the menu next to the search. Search, filters and sort order work as in the list, and a saved view includes the layout.",
        "If you have a custom field with a choice, Columns above the board shows its options instead of the statuses, and None for leads without a value. Moving a card then sets that field. Leads keep an option that was removed from the field, in a column that cards can only leave.",
        "Drag a card to another column to change the lead's status or field; on a touchscreen, press and hold it first. The menu of a card does the same. With the keyboard, the arrow keys go from card to card, and Shift with the left or right arrow key moves a card. Every move can be undone.",
      ],
      links: [{ label: "Board", href: "/leads?layout=board" }],
      alsoKnownAs: "board kanban cards columns pipeline drag drop move card",
    },
    {
      id: "lead-detail",
      title: "A lead's details",
      text: [
        "Click a lead, or press Enter on it, to see its contact details, the reasons for its score, missing information, history and notes. In a wide window it opens next to the list, which stays usable.",
        "Each point of the score is shown with its rule, its keyword and the sentence it matched. Each value shows which source it came from, and the original data is stored, so you can check exactly what a source sent.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "view open sheet profile provenance origin timeline history where did this come from",
    },
    {
      id: "email-quality",
      title: "Email quality",
      text: [
        "Winnow checks in the background whether email can arrive at each lead's address. Bad: the domain doesn't exist or doesn't accept email, or your own email bounced. Risky: a shared mailbox such as info@, or a disposable address. Unknown: not checked yet, or DNS didn't answer. A bad or risky address shows the reason.",
        "It only looks up the domain and never contacts the address's mail server, so a good address may still have a typo before the @. Follow-up questions aren't sent to bad addresses. Rules can score the quality, Filters finds it, and exports include it.",
      ],
      links: [{ label: "Bad addresses", href: "/leads?addressQuality=bad" }],
      alsoKnownAs: "valid invalid deliverable bounce bounced verify validate disposable role address mx domain",
    },
    {
      id: "edit-lead",
      title: "Editing a lead and taking notes",
      text: [
        "Open the lead and click a field to edit it. Enter saves, Esc cancels. Notes are saved as you type. A sync never overwrites what you typed; if a source sends a different value, both are stored.",
        "Edits change the text that keywords match, so the score updates right away.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "change correct update field phone company notes overwrite manual",
    },
    {
      id: "custom-fields",
      title: "Custom fields",
      text: [
        `Custom fields hold details that your team defines: text, a number, a date, a choice, several choices, yes or no, or a link. Owners add, rename and delete up to ${LIMITS.customField.fields} of them under Configuration. Before a field changes its type, you see the values that can't be converted, which move to other details. All of this can be undone.`,
        "Open a lead and choose Edit fields to fill them in. Search finds their texts, exports have a column for each, and merging two leads fills empty ones.",
        "In the lead list, add them under Columns, sort by their headers, and find them under Filters. Select leads and choose Set field to change many at once.",
        "When you import a file or connect a JSON API, choose a field for its columns. Synced columns with a field's name fill it. A value that doesn't fit stays another detail. To move an extra column into a field, choose Fill from a detail in the field's menu, which first lists values that don't fit.",
      ],
      links: [{ label: "Custom fields", href: "/configuration#custom-fields" }],
      alsoKnownAs: "custom field fields own column define attribute property dropdown",
    },
    {
      id: "tags",
      title: "Tags",
      text: [
        `Tags are colored labels for leads. Open a lead and choose Add tag: type to find a tag, or press Enter to create it. To tag many leads, select them in the list and choose Tag. A lead can have up to ${LIMITS.tag.perLead} tags.`,
        "Filters finds leads with any, all or none of some tags, and Columns adds a column of tags to the list. Imports read a column named Tags with the tags separated by semicolons or commas, and exports write one.",
        "A rule can add a tag to every lead it matches: enter the tag under More options of the rule. A tag that you remove from a lead isn't added again by rules, and a tag stays when the rule no longer matches.",
        "Rename, recolor, merge and delete tags under Configuration. Each of these applies to all leads and rules, and can be undone.",
      ],
      links: [
        { label: "Tags", href: "/configuration#tags" },
        { label: "Lead Management", href: "/leads" },
      ],
      alsoKnownAs: "tag label labels mark color colour category group segment merge tags rename tag",
    },
    {
      id: "add-lead",
      title: "Adding a lead by hand",
      text: [
        "Choose Add lead in Lead Management and enter a name and an email. If the email or phone is already known, Winnow fills in that lead's empty fields instead of creating a duplicate.",
      ],
      links: [{ label: "Add a lead", href: "/leads?new" }],
      alsoKnownAs: "create new manual enter type",
    },
    {
      id: "lead-status",
      title: "What the statuses mean",
      text: [
        "Pending: new, and below the threshold. Qualified: the score reached the threshold, or a person qualified it. Approved: a person decided it's worth following up. Rejected: a person decided it isn't.",
        "Rules only set pending and qualified. Only people approve and reject. Approved leads count as qualified in metrics and reports.",
      ],
      links: [
        { label: "Pending leads", href: "/leads?status=pending" },
        { label: "Qualified leads", href: "/leads?status=qualified" },
      ],
      alsoKnownAs: "state approve reject qualify pending rejected difference between approved and qualified",
    },
    {
      id: "person-over-rule",
      title: "Your decisions override rules",
      text: [
        "Rules never change a status that a person set, whatever the score becomes. To let rules decide again, undo the decision.",
        "When rules or the threshold change, Winnow updates all other leads: some become qualified, and others may go back to pending.",
      ],
      links: [{ label: "Rules & Keywords", href: "/rules" }],
      alsoKnownAs: "person decision override manual status stays qualified below threshold why not changed",
    },
    {
      id: "review",
      title: "Reviewing qualified leads",
      text: [
        "Qualified leads wait for a person to approve or reject them. Review, on the Dashboard and in Lead Management, opens them one at a time, highest score first. Press A to approve, R to reject, Q to keep the lead qualified, S to skip it, and K to go back. Skipped leads come up again in the next review.",
        "On a phone, swipe a lead in the list to the right to approve it, or to the left to reject it.",
      ],
      links: [{ label: "Review", href: "/leads?review" }],
      alsoKnownAs: "queue approve reject one after the other go through work through waiting",
    },
    {
      id: "missing-information",
      title: "Missing information",
      text: [
        "A lead is incomplete while its email, phone, company or need is missing. Its need is known once it has notes, a message or form answers. Incomplete leads are still stored, even with only a phone number, and their details show what's missing.",
      ],
      links: [
        { label: "Leads without a phone", href: "/leads?missing=phone" },
        { label: "Leads without an email", href: "/leads?missing=email" },
      ],
      alsoKnownAs: "incomplete complete qualification status no phone no email lacking blank need",
    },
    {
      id: "follow-up",
      title: "Asking leads for missing details",
      text: [
        "For each missing detail, Winnow drafts a question in the lead's language. Edit it, dismiss it or send it. All questions to a lead go out in one email from your Email Settings address, as a reply to the lead's last message.",
        `Nothing is sent automatically unless you turn it on under Configuration. Then Winnow asks new leads, but never those from websites or imported files, and sends at most ${LIMITS.followUp.perHour} messages an hour. By default it asks up to ${LIMITS.followUp.attempts.default} times, ${LIMITS.followUp.days.default} days apart.`,
        "Answers must arrive in a mailbox that Winnow reads, so make the From address in Email Settings that mailbox or one that forwards to it. Reminders wait until new mail there is read. An answer fills the empty field, and the lead is scored again. Winnow stops asking after a reply, a bounce, an unsubscribe, or when you approve or reject the lead. Each address is checked first, and a bad one gets no email. Out-of-office replies don't count.",
        "Winnow never writes to an unsubscribed address again. You can lift that in the lead's details by giving a reason, which is stored in its timeline.",
      ],
      links: [
        { label: "Configuration", href: "/configuration#follow-up" },
        { label: "Email Settings", href: "/email-settings" },
      ],
      alsoKnownAs:
        "follow-up follow-ups question ask turn off stop automatic reminder attempts unsubscribe opt out bounce reply automatic nurture chase",
    },
    {
      id: "duplicates",
      title: "Duplicates",
      text: [
        "Leads with the same email or phone number are one lead: new information is added to it. Two different emails with the same phone number stay two leads, because coworkers often share a main number.",
        "Winnow flags possible duplicates, such as similar names at the same company or the same profile, but doesn't merge them automatically. Find them under Duplicates above the lead list. Compare and merge shows both leads side by side: choose the values to keep, or mark them as different. To undo a merge, choose Undo in the message, or find the merge in History.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "merge twice same person double identity dedupe find detect recognise",
    },
    {
      id: "delete-lead",
      title: "Deleting a lead",
      text: [
        "Delete a lead in its details, or select several in the list. Use Undo in the message that appears to restore them. Syncing doesn't bring a deleted lead back.",
        "Adding the same person by hand brings them back. Deleting a data source keeps its leads.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "remove erase gdpr tombstone comes back reappear restore deleted",
    },
    {
      id: "undo",
      title: "Undo",
      text: [
        "You can undo changes to leads, rules, sources and settings: choose Undo in the message that appears, or press Ctrl+Z (Command+Z on a Mac) while it's shown. You can also undo a whole import.",
        `Later, use History. It lists who did what and when, and you can undo each action for ${LIMITS.journal.undoDays} days. Reports and messages that were sent can't be undone.`,
        "If a newer change conflicts, for example a later edit of the same lead, Undo explains why and changes nothing. When you undo an action on many leads, leads changed since then stay as they are.",
      ],
      links: [
        { label: "History", href: "/history" },
        { label: "Imports", href: "/leads?import" },
      ],
      alsoKnownAs:
        "revert take back taken back roll back mistake restore recover delete ctrl z accidentally rule change what I did rejection approval decision",
    },
    {
      id: "other-programs",
      title: "Connecting Zapier or another program",
      text: [
        "For a CRM that Winnow doesn't connect to, export leads as a CSV file and import that, send events to a webhook, or let a program read leads through the API with a token from Account.",
        "The other way around, Zapier, Make, n8n and other services can send leads to Winnow: have them post to the webhook URL under Form Integration, or call the API.",
      ],
      links: [
        { label: "Lead Management", href: "/leads" },
        { label: "Form Integration", href: "/lead-scraper?tab=forms" },
        { label: "Create a token", href: "/account?new" },
      ],
      alsoKnownAs:
        "integration integrate connect transfer zapier make n8n zoho dynamics slack webhook api sync with program service",
    },
    {
      id: "companies",
      title: "Leads of one company",
      text: [
        "A lead's page lists its best colleagues under Also at. The link below them opens all leads of the company, with their statuses, the best score and what they say about the company.",
        `Leads belong together by the domain of their work email, otherwise by company name. Addresses at free mail services say nothing about a company, so only the name counts there. Other details are shown if at least two leads share them. Figures cover up to ${LIMITS.list.exactCountUpTo.toLocaleString("en-US")} leads.`,
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "company account organization colleagues coworkers group domain same firm employees",
    },
    {
      id: "company-facts",
      title: "Facts from companies' websites",
      text: [
        `An owner can turn on Read companies' websites in Configuration. Winnow then visits the website of each work domain among your leads once: the start page, legal notice, contact and about pages, at most ${LIMITS.companySites.pages}, as robots.txt allows. It never visits free mail services, disposable domains or your own.`,
        "The company's name, industry, address, phone, size, profiles and language appear on the lead and in the list of its company, each with a link to its page. What isn't clear stays empty. Read again visits the website once more.",
        "Name and industry fill these fields of leads if they are empty. Winnow never replaces a value, and doesn't fill a field again that you cleared. The phone isn't filled in, because it's the switchboard's. You can undo it in History. Facts are deleted with the company's last lead.",
      ],
      links: [{ label: "Company facts", href: "/configuration#company-facts" }],
      alsoKnownAs:
        "enrichment enrich company data website domain imprint size employees address social linkedin research automatic",
    },
    {
      id: "next-steps",
      title: "Planning the next step",
      text: [
        "Open a lead and choose Set next step to write down what to do and on which day. A time is optional. Snooze moves it to tomorrow, next week or a day you pick; Mark as done adds it to the timeline.",
        `When a step is due, a reminder appears in the bell: at its time, or at ${LIMITS.nextStep.reminderHour}:00 without one. A reminder you read doesn't come back unless you move the step. Turn reminders off in Configuration.`,
        "The dashboard shows which steps are overdue and due today. Filter the lead list by next step, add its column, or sort by it. Days are those of your own time zone; a time set in another one is shown with its name.",
        "CSV files have the columns Next step and Next step due. An import sets them on leads without a next step, with dates such as 2026-01-31 or 2026-01-31 14:30. In these and in date fields, 03/04/2026 is read if another date in the column shows whether the day or the month comes first.",
      ],
      links: [
        { label: "Overdue next steps", href: "/leads?nextStep=overdue" },
        { label: "Notifications", href: "/configuration#notifications" },
      ],
      alsoKnownAs:
        "task to do todo reminder remind due date deadline snooze follow up later call back plan calendar overdue",
    },
    {
      id: "comments",
      title: "Comments and mentions",
      text: [
        "Write a comment at the top of a lead's timeline to tell your team something about it. Press Ctrl+Enter to save it. Unlike notes, comments don't count toward the score, and everyone sees who wrote them and when.",
        "Type @ and a username to mention someone: they find the comment in their bell and get it by email. If someone's account is deactivated, Winnow says that they weren't notified. You can edit and delete your own comments, owners can delete any, and each change can be undone.",
      ],
      links: [
        { label: "Lead Management", href: "/leads" },
        { label: "History", href: "/history" },
      ],
      alsoKnownAs:
        "comment comments mention mentions @ notify colleague team discuss discussion reply conversation message",
    },
    {
      id: "many-leads",
      title: "Changing many leads at once",
      text: [
        "Select leads with their checkboxes, or select all that match the filter. Then set their status, tag them, assign them, delete them or export them. You can undo the whole action.",
      ],
      links: [{ label: "Lead Management", href: "/leads" }],
      alsoKnownAs: "bulk multi select mass checkbox several batch delete all data everything acting",
    },
    {
      id: "owners",
      title: "Owners of leads",
      text: [
        "Once your team has accounts, a lead can have an owner. Open the lead and choose one, press m to assign it to yourself, or select several leads and choose Assign. Sources never change the owner.",
        "My leads above the list shows yours. Filters shows those of anyone, or of nobody, and the list has a column for the owner that you can sort by. The CSV export includes the owner's username, and an import can assign leads by it.",
        "Under Team, Assignment, owners add rules that assign new leads automatically: by source, score, country, tag, text in a field, or the value of a custom field; to one person, in turn by weight, or to the least busy. The first matching rule with someone available applies. People who are away or have reached their daily limit are skipped (a day begins at midnight in the reports' time zone), and an owner that a person chose never changes. The lead shows why it was assigned. Preview tests a rule before you save it, and a rule whose field or tag was deleted is marked.",
        "When you deactivate or delete an account under Team, choose who gets its leads. Otherwise they have no owner.",
      ],
      links: [
        { label: "My leads", href: "/leads?owner=me" },
        { label: "Assignment rules", href: "/team?tab=assignment" },
        { label: "Team", href: "/team" },
      ],
      alsoKnownAs:
        "assign assigned assignee owner owned responsible reassign hand over unassigned mine salesperson rep round robin routing distribute vacation away capacity",
    },
    {
      id: "export",
      title: "Exporting leads",
      text: [
        "Export in Lead Management downloads the listed leads as a CSV file. With All Status selected, it exports the qualified leads. There is no size limit.",
        "Values that a spreadsheet would treat as a formula get a leading apostrophe, so the file is safe to open. Phone numbers are written as they are. Winnow removes the apostrophe when you import the file again.",
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
        `Import in Lead Management reads CSV, TSV and XLSX files up to ${LIMITS.import.fileBytes / 1_000_000_000} GB. A preview shows how the file is read (characters, column separator, sheet, header row) and where each column goes. You can change any of them before you import. Rows above the headers are skipped.`,
        "Choose what happens to leads you already have: fill in empty fields, overwrite them, or leave them alone. They are recognized by email, phone, ID, or LinkedIn or Xing profile. Overwriting never changes what a person typed.",
        "A Status column, as in Winnow's own exports, sets each lead's status unless someone has already decided on the lead.",
        "You can leave a long import running or cancel it; leads imported so far stay. Download the skipped rows with the reason for each. Undo removes the whole import, except for leads changed since then.",
      ],
      links: [{ label: "Import a file", href: "/leads?import" }],
      alsoKnownAs: "upload file formats types csv tsv xlsx excel columns mapping rejected rows encoding delimiter",
    },
    {
      id: "sample-leads",
      title: "Trying it with sample leads",
      text: [
        "An empty workspace offers sample leads: made-up people and rules that are scored like real ones. Remove them in one click at any time; your own data isn't affected.",
        "Removing them deletes every sample lead and every sample rule you haven't changed. Sample leads that one of your sources also found stay. Reports skip sample leads.",
      ],
      links: [{ label: "Dashboard", href: "/" }],
      alsoKnownAs: "demo example test data first run try getting started",
    },
  ],
};
