/**
 * Every business constant, once: the server enforces them, the forms show them, the tests read them.
 */
export const LIMITS = {
  score: { min: 0, max: 100 },
  qualificationThreshold: { default: 30, min: 0, max: 100 },
  scoreBands: { success: 80, warning: 60 },
  rule: {
    /** A rule may also take off as many points. */
    weight: { default: 10, min: 1, max: 100 },
    nameLength: 200,
    keywordLength: 100,
    keywordsPerRule: 200,
    activeKeywords: 10_000,
    /** Instructions that one regular expression may compile to, and those of all rules together. */
    regexSize: 300,
    allRegexSize: 5_000,
    /** How many rules there may be. */
    rules: 1_000,
    fields: 50,
    noteLength: 2_000,
    halfLifeDays: { min: 1, max: 3_650 },
  },
  /** Of fewer leads nothing is said of a rule's reach; one that finds such a share of them tells none from another. */
  ruleChecks: { leads: 50, always: 0.95, shown: 500 },
  lead: {
    nameLength: 500,
    emailLength: 254,
    fieldLength: 1_000,
    notesLength: 200_000,
    /** A lead that has as much learns no more facts, and keeps no more raw input. */
    facts: 1_000,
    factsLength: 500_000,
    rawInputs: 200,
    /** Of a field's other values the newest are remembered, and of a lead's no more characters than these. */
    otherValuesPerField: 10,
    otherValuesLength: 100_000,
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
    fieldLength: 320,
    labelsLength: 2_000,
    keywords: 500,
    keywordLength: 100,
    /** How far back the first sync of a folder looks. */
    firstSyncDays: 30,
    /** A longer message is read by its headers and its first part only. */
    messageBytes: 2_000_000,
    batch: 200,
    /** Characters of a message's text, and of its HTML, that are shown, and how many of its links are listed. */
    shownLength: 500_000,
    shownLinks: 200,
    /** Reading one message again to show it, in milliseconds, and how many may wait for their turn in a process. */
    showMilliseconds: 30_000,
    showWaiting: 8,
  },
  scrapeTarget: {
    nameLength: 200,
    urlLength: 2_000,
    selectorLength: 500,
    maxPages: { default: 30, min: 1, max: 5_000 },
    maxDepth: { default: 3, min: 0, max: 10 },
    runsKept: 20,
    reasonsKept: 100,
  },
  /** What one fetch of a stranger's page may cost. */
  fetch: { bytes: 3_000_000, milliseconds: 20_000, redirects: 5 },
  pastedEmailLength: 500_000,
  formHook: { secretLength: 200, submissionBytes: 1_000_000, perMinute: 600 },
  import: {
    fileBytes: 1_000_000_000,
    /** What all files together may take that are kept because their import has not reached its end. */
    keptBytes: 10_000_000_000,
    /** So long a file is kept whose import nobody starts or goes on with. */
    keptDays: 14,
    fileNameLength: 255,
    columns: 500,
    previewRows: 10,
    samples: 3,
    sheets: 200,
  },
  settings: {
    syncIntervalMinutes: { default: 60, options: [15, 30, 60, 240, 1440] },
    maxLeadsPerSync: { default: 100, min: 1, max: 1_000_000 },
    retentionDays: { default: 90, min: 1, max: 3_650 },
    /** So long before its leads are removed a notice says so. */
    retentionNoticeDays: 7,
  },
  followUp: {
    /** How often a lead is asked in all, and the days between. */
    attempts: { default: 3, min: 1, max: 10 },
    days: { default: 3, min: 1, max: 90 },
    questionLength: 1_000,
    signatureLength: 200,
    reasonLength: 500,
    /** How many messages go out by themselves within an hour. */
    perHour: 30,
  },
  savedView: { nameLength: 80, queryLength: 2_000, views: 100 },
  whatIf: {
    leadsShown: 100,
    /** Of more leads than this the texts are read again for each question that looks for something new. */
    leadsKept: 1_500_000,
    /** So long after the last question the leads stay in memory. */
    keptMinutes: 5,
  },
  /**
   * From so many decisions by people on, as many of each kind among them, decisions teach: with fewer, what they seem to
   * say is chance too often. The newest are learned from.
   */
  learning: { minimumDecisions: 50, minimumOfEachKind: 10, mostDecisions: 5_000, keywordSuggestions: 10 },
  /** An act can be taken back for so many days; then what that needs is forgotten. */
  journal: { pageSize: 50, maxPageSize: 200, undoDays: 90 },
  /** How many leads a call may name; more are named by a filter. */
  leadIds: 500,
  account: {
    usernameLength: 100,
    password: { min: 12, max: 1_000 },
    totpCode: 40,
    users: 10_000,
    tokenNameLength: 100,
    tokensPerUser: 50,
    tokenDays: 3_650,
    recoveryCodes: 10,
    /** A browser that is not used for so many days is signed out, and every one after so many in all. */
    sessionIdleDays: 14,
    sessionDays: 90,
    /** Of more browsers of one account the longest signed in are signed out. */
    sessions: 50,
    invitationDays: 7,
    /** After so many failures within so many minutes a name, or an address, waits. */
    failures: { perName: 10, perAddress: 50, minutes: 15 },
  },
  /** `failedSignIns` of all names together are told within the span in which attempts are counted. */
  /** What one process takes on; `npm run load` shows what comes of it. */
  load: {
    /** Requests that wait for their answer at a time; fewer, down to the least, while they take longer than a while. */
    underWay: 400,
    underWayAtLeast: 32,
    slowMilliseconds: 1_000,
    /** How late a request may be begun once all have been for `patienceMilliseconds`. */
    loopMilliseconds: 100,
    patienceMilliseconds: 1_000,
    /** Connections that wait to be accepted; the system may allow fewer. */
    backlog: 4_096,
    connections: 15_000,
    headers: 100,
    headerMilliseconds: 15_000,
    bodyMilliseconds: 30_000,
    /** A file of the largest size over a line of some 10 Mbit/s. */
    uploadMilliseconds: 1_200_000,
    readerMilliseconds: 60_000,
    /** Open event streams in all, and those of one account: pages of one browser share one. */
    streams: 12_000,
    streamsPerAccount: 100,
  },
  audit: { pageSize: 50, keptDays: 730, failedSignIns: 200 },
  job: { pageSize: 50, keptDays: 30, attempts: 5, firstRetrySeconds: 10, longestRetrySeconds: 3_600 },
  backup: { hour: { default: 3, min: 0, max: 23 }, kept: { default: 7, min: 1, max: 365 } },
  /** More records of one kind than these are hardly one person's. */
  person: { records: 10_000 },
  chat: { messageLength: 2_000, historyMessages: 20 },
  support: { messageLength: 10_000, perHour: 20 },
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
  report: {
    hour: { default: 8, min: 0, max: 23 },
    leadsInBody: 50,
    /** How many are named that were decided or no longer qualify. */
    changesInBody: 20,
    leadsInAttachment: 10_000,
    /** In base64 below the 10,240,000 bytes at which Postfix, as it comes, refuses a message. */
    attachmentBytes: 6_000_000,
    /** So long its links work, and so long it is known what changed since an earlier one. */
    linkDays: 14,
    changesKeptDays: 100,
  },
} as const;
