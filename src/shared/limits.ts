/**
 * Every business constant, once: the server enforces them, the forms show them, the tests read them.
 */
export const LIMITS = {
  score: { min: 0, max: 100 },
  qualificationThreshold: { default: 30, min: 0, max: 100 },
  scoreBands: { success: 80, warning: 60 },
  rule: {
    weight: { default: 10, min: 1, max: 100 },
    nameLength: 200,
    keywordLength: 100,
    keywordsPerRule: 200,
    activeKeywords: 10_000,
  },
  lead: {
    nameLength: 500,
    emailLength: 254,
    fieldLength: 1_000,
    notesLength: 200_000,
  },
  dataSource: { nameLength: 200, configFieldLength: 500, serviceAccountLength: 20_000 },
  emailSettings: {
    defaultPort: 587,
    fieldLength: 320,
    recipients: 100,
  },
  mailbox: {
    syncInterval: { default: 30, min: 5, max: 1440 },
    minimumConfidence: { default: 70, min: 0, max: 100 },
    defaultLabel: "INBOX",
  },
  settings: {
    syncIntervalMinutes: { default: 60, options: [15, 30, 60, 240, 1440] },
  },
  list: { pageSize: 50, maxPageSize: 500, searchLength: 200, exactCountUpTo: 10_000 },
  show: {
    keywordsOnDashboard: 3,
    keywordsInLeadList: 2,
    initials: 2,
    qualifiedPanel: 10,
    skeletonRowsDashboard: 3,
    skeletonRowsLeads: 5,
    spreadsheetIdCharacters: 8,
  },
  breakpoint: { mobile: 768 },
  emailTextAreaMinHeight: 200,
  toastMilliseconds: 5_000,
  requestBodyBytes: 1_048_576,
  /**
   * `hour` is of the server's local time. In base64 the attachment stays below the 10,240,000 bytes at which Postfix,
   * as it comes, refuses a message.
   */
  report: { hour: 8, leadsInBody: 50, leadsInAttachment: 10_000, attachmentBytes: 6_000_000 },
} as const;
