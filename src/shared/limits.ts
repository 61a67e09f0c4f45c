/** Every business constant: enforced by the server, shown in forms, read by tests. */
export const LIMITS = {
  score: { min: 0, max: 100 },
  qualificationThreshold: { default: 30, min: 0, max: 100 },
  scoreBands: { success: 80, warning: 60 },
  rule: {
    /** Negative weights have the same bounds. */
    weight: { default: 10, min: 1, max: 100 },
    nameLength: 200,
    keywordLength: 100,
    keywordsPerRule: 200,
    activeKeywords: 10_000,
    /** Compiled instructions allowed for one regular expression, and for all rules together. */
    regexSize: 300,
    allRegexSize: 2_000,
    /** How much of a lead a regular expression reads. */
    regexCharacters: 50_000,
    /** Instructions times characters run before yielding; one step takes up to 0.1 microseconds. */
    regexStepsAtOnce: 100_000,
    /** From this size, a rule defers scoring of leads with 1,000 characters. */
    expensiveRegexSize: 100,
    rules: 1_000,
    fields: 50,
    noteLength: 2_000,
    halfLifeDays: { min: 1, max: 3_650 },
  },
  /** Reach is only checked from `leads` leads on; a rule that matches an `always` share doesn't discriminate. */
  ruleChecks: { leads: 50, always: 0.95, shown: 500 },
  lead: {
    nameLength: 500,
    emailLength: 254,
    fieldLength: 1_000,
    notesLength: 200_000,
    /** Further facts or raw input of a lead are dropped. */
    facts: 1_000,
    factsLength: 500_000,
    rawInputs: 200,
    /** The newest other values are kept per field, up to a total length per lead. */
    otherValuesPerField: 10,
    otherValuesLength: 100_000,
  },
  nextStep: {
    textLength: 300,
    timeZoneLength: 100,
    /** When a step without a time is due, on its own clocks. */
    reminderHour: 9,
    /** Reminders in the bell: the newest, and for how long. */
    reminders: 50,
    reminderDays: 30,
  },
  /** Mentions stay in the bell for some days, the newest ones. */
  comment: { textLength: 4_000, perLead: 500, mentions: 50, mentionDays: 30 },
  /** Leads of a company that are read for its facts, leads shown, and values and other facts shown. */
  company: { read: 200, shown: 6, values: 3, facts: 12 },
  /** `perLead` and `filtered`: tags on one lead, and in one filter. */
  tag: { nameLength: 40, tags: 500, perLead: 30, filtered: 20 },
  customField: {
    fields: 50,
    nameLength: 60,
    options: 100,
    optionLength: 100,
    textLength: 500,
    largest: 1_000_000_000_000_000,
    /** Per filter of a list, and the length of their text. */
    conditions: 20,
    conditionsLength: 3_000,
    /** Values listed that don't fit a field. */
    problems: 100,
  },
  webhook: {
    urlLength: 2_000,
    descriptionLength: 200,
    endpoints: 50,
    /** Per attempt, in milliseconds. */
    timeout: 15_000,
    answerBytes: 65_536,
    answerExcerpt: 500,
    /** How long an endpoint may fail before it is turned off. */
    failingDays: 5,
    retentionDays: 30,
    /** How long the previous secret signs after a rotation. */
    secretOverlapHours: 24,
  },
  crm: {
    siteLength: 200,
    secretLength: 1_000,
    fieldLength: 200,
    ownerLength: 64,
    owners: 1_000,
    /** The fields of a large account take several megabytes. */
    answerBytes: 16_000_000,
    /** Of a CRM's own words in an error. */
    errorLength: 200,
    /** How long a connection may fail before the bell reports it. */
    failingMinutes: 60,
  },
  dataSource: { nameLength: 200, configFieldLength: 500, serviceAccountLength: 20_000 },
  mailSignIn: {
    clientIdLength: 200,
    secretLength: 500,
    tenantLength: 200,
    /** How long someone may take at the provider. */
    pendingMinutes: 15,
    /** Access tokens are renewed this long before they expire. */
    renewMinutes: 5,
  },
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
    /** Maximum reasons per verdict. */
    reasons: 3,
    excerptLength: 300,
    /** How far back the first sync of a folder goes. */
    firstSyncDays: 30,
    /** Of longer messages, only headers and the first part are read. */
    messageBytes: 2_000_000,
    batch: 200,
    /** Maximum characters of text or HTML shown, and links listed. */
    shownLength: 500_000,
    shownLinks: 200,
    /** Maximum characters of inline pictures in the HTML, counting repeats. */
    shownPictures: 6_000_000,
    /** Timeout for rereading a message to show it, and the queue length per process. */
    showMilliseconds: 30_000,
    showWaiting: 8,
    /** Timeout for parsing one message, and how long an idle parser thread is kept. */
    readMilliseconds: 30_000,
    idleMilliseconds: 60_000,
  },
  scrapeTarget: {
    nameLength: 200,
    urlLength: 2_000,
    selectorLength: 500,
    maxPages: { default: 30, min: 1, max: 5_000 },
    maxDepth: { default: 3, min: 0, max: 10 },
    storedRuns: 20,
    storedReasons: 100,
  },
  /** Limits for fetching one external page. */
  fetch: { bytes: 3_000_000, milliseconds: 20_000, redirects: 5 },
  jsonApi: {
    urlLength: 2_000,
    headers: 20,
    headerNameLength: 100,
    headerValueLength: 4_000,
    /** Of a path to a value and of a field's name. */
    pathLength: 300,
    parameterLength: 100,
    pageSize: 10_000,
    /** Of one page, and of all pages of a sync. */
    pageBytes: 10_000_000,
    totalBytes: 100_000_000,
    pages: 1_000,
    rows: 50_000,
    columns: 500,
    /** Objects and lists within a row; deeper values are not read. */
    depth: 10,
    /** Longer values are cut. */
    valueLength: 50_000,
    pageMilliseconds: 30_000,
    /** A sync stops here, so that a slow API doesn't hold up other sources. */
    totalMilliseconds: 600_000,
    samples: 3,
    previewLeads: 5,
    /** Of the API's own words in an error. */
    errorLength: 200,
    /** Fields or lists named in an error. */
    named: 12,
  },
  /** Language model requests for unclear messages and pages. */
  secondReader: {
    /** Attempts per message when the model times out or refuses. */
    tries: 3,
    milliseconds: 20_000,
    /** A paste waits only this long; then a job retries. */
    pasteMilliseconds: 8_000,
    /** Pause after a failure, unless the model says when to retry. */
    pauseMinutes: 5,
    longestPauseMinutes: 24 * 60,
    pagesPerScrape: 50,
    /** Below this agreement (0 to 1), a page's extraction is unclear. */
    agreement: 0.5,
  },
  pastedEmailLength: 500_000,
  assignment: { rules: 100, nameLength: 80, people: 100, weight: 100, capacity: 10_000, conditions: 10 },
  hostedForm: {
    forms: 50,
    nameLength: 100,
    fields: 30,
    labelLength: 200,
    options: 50,
    optionLength: 100,
    buttonLength: 40,
    textLength: 1_000,
    answerLength: 10_000,
    /** Submissions of a sender per form and minute. */
    perMinute: 20,
    /** How long a link in a confirmation email works, and how many emails one address gets a day. */
    confirmationDays: 7,
    confirmationsPerAddress: 3,
  },
  formHook: { secretLength: 200, submissionBytes: 1_000_000, perMinute: 600 },
  import: {
    fileBytes: 1_000_000_000,
    /** Total size of the files of unfinished imports. */
    storedBytes: 10_000_000_000,
    /** Unfinished imports keep their file this long. */
    retentionDays: 14,
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
    /** Notice period before old leads are removed. */
    retentionNoticeDays: 7,
  },
  followUp: {
    /** Questions per lead in total, and the days between them. */
    attempts: { default: 3, min: 1, max: 10 },
    days: { default: 3, min: 1, max: 90 },
    questionLength: 1_000,
    signatureLength: 200,
    reasonLength: 500,
    /** Automatic messages per hour. */
    perHour: 30,
  },
  /**
   * Companies' websites: pages of each, domains `perDay`, and `sites` per run, one run every `everyMinutes`. Temporary
   * failures are retried after these days. `batch` leads are looked at or filled at once.
   */
  companySites: {
    pages: 5,
    perDay: { default: 100, min: 1, max: 1_000 },
    sites: 20,
    everyMinutes: 10,
    retryDays: [1, 3, 7],
    batch: 500,
  },
  /** `batches` of leads per run, and `lookUps` of domains at a time; `cacheDays` caps the time to live of DNS answers. */
  addressCheck: { batch: 500, batches: 20, lookUps: 16, retryHours: 1, recheckDays: 30, cacheDays: 7 },
  /** `views`: shared, and as many personal ones of each user. */
  savedView: { nameLength: 80, queryLength: 12_000, views: 100 },
  whatIf: {
    leadsShown: 100,
    /** With more leads, texts are reloaded for each query. */
    cachedLeads: 1_500_000,
    /** How long leads stay in memory after the last query. */
    cacheMinutes: 5,
  },
  /** Learning starts at these counts; with fewer decisions, patterns are mostly chance. The newest decisions count. */
  learning: { minimumDecisions: 50, minimumOfEachKind: 10, mostDecisions: 5_000, keywordSuggestions: 10 },
  /** `undoDays`: how long actions can be undone. */
  journal: { pageSize: 50, maxPageSize: 200, undoDays: 90 },
  /** `idLength` of the sender's own ids; `facts` per lead; how long answers to idempotency keys are stored. */
  leadBatch: { leads: 1_000, idLength: 200, facts: 100, keyLength: 255, keyHours: 24 },
  /** Maximum ids per request; larger selections use a filter. */
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
    /** Idle timeout and total lifetime of a session. */
    sessionIdleDays: 14,
    sessionDays: 90,
    /** Above this many sessions per account, the oldest are signed out. */
    sessions: 50,
    invitationDays: 7,
    /** Invitations emailed per hour. */
    invitationMailsPerHour: 20,
    /** Failures within `minutes` before a name or address has to wait. */
    failures: { perName: 10, perAddress: 50, minutes: 15 },
  },
  /** Capacity of one process; measure with `npm run load`. */
  load: {
    /** Concurrent requests; reduced down to `underWayAtLeast` while they are slow. */
    underWay: 400,
    underWayAtLeast: 32,
    slowMilliseconds: 2_000,
    /** Requests are refused once all of them have started this late for `patienceMilliseconds`. */
    loopMilliseconds: 2_000,
    patienceMilliseconds: 1_000,
    /** Pending TCP connections; the system may allow fewer. */
    backlog: 4_096,
    connections: 15_000,
    headers: 100,
    headerMilliseconds: 15_000,
    bodyMilliseconds: 30_000,
    /** The largest file over about 10 Mbit/s. */
    uploadMilliseconds: 1_200_000,
    readerMilliseconds: 60_000,
    /** Open event streams in total and per account; the tabs of one browser share one. */
    streams: 12_000,
    streamsPerAccount: 100,
  },
  /** `failedSignIns`: entries per `account.failures.minutes`, across all names. */
  audit: { pageSize: 50, retentionDays: 730, failedSignIns: 200 },
  job: {
    pageSize: 50,
    retentionDays: 30,
    attempts: 5,
    firstRetrySeconds: 10,
    longestRetrySeconds: 3_600,
    /** Consecutive runs lost to a crash: retried immediately up to `atOnce`, abandoned at `most`. */
    lostRuns: { atOnce: 10, most: 20 },
  },
  backup: { hour: { default: 3, min: 0, max: 23 }, kept: { default: 7, min: 1, max: 365 } },
  /** More records of one kind than this hardly belong to one person. */
  person: { records: 10_000 },
  chat: { messageLength: 2_000, historyMessages: 20, exactCountUpTo: 100_000 },
  /** Answers of MCP tools: leads or rules per page, characters per text and in total, and how long a sync is awaited. */
  mcp: {
    pageSize: { default: 20, max: 50 },
    textLength: 4_000,
    listLength: 200,
    answerLength: 100_000,
    syncMilliseconds: 40_000,
  },
  support: { messageLength: 10_000, perHour: 20 },
  list: {
    pageSize: 50,
    maxPageSize: 500,
    searchLength: 200,
    exactCountUpTo: 10_000,
    /** Columns of other lead details, the length of their names, and of a value in a row. */
    factColumns: 10,
    factNameLength: 100,
    factLength: 200,
  },
  show: {
    keywordsOnDashboard: 3,
    keywordsInLeadList: 2,
    tagsInLeadList: 2,
    tagDots: 5,
    initials: 2,
    qualifiedPanel: 10,
    /** Other details and timeline entries of a lead, before "Show all". */
    facts: 12,
    timeline: 50,
    skeletonRowsDashboard: 3,
    skeletonRowsLeads: 5,
    spreadsheetIdCharacters: 8,
    toasts: 3,
  },
  breakpoint: { mobile: 768, panel: 1_100 },
  emailTextAreaMinHeight: 200,
  toastMilliseconds: 5_000,
  requestBodyBytes: 1_048_576,
  /** Leads per section of a digest; how long it's known which were sent; latest comments searched for mentions. */
  digest: { hour: { default: 8, min: 0, max: 23 }, leadsPerSection: 10, storedDays: 30, mentionsAtOnce: 1_000 },
  report: {
    hour: { default: 8, min: 0, max: 23 },
    leadsInBody: 20,
    /** UTF-8 bytes of the HTML: Gmail hides what is beyond 102 kB. */
    htmlBytes: 80_000,
    /** Maximum characters shown of a name or company. */
    shownLength: 120,
    /** How many decided or no longer qualified leads are named. */
    changesInBody: 10,
    leadsInAttachment: 10_000,
    /** Base64-encoded, stays below Postfix's default limit of 10,240,000 bytes. */
    attachmentBytes: 6_000_000,
    /** How long report links work and changes since an earlier report are known. */
    linkDays: 14,
    changeRetentionDays: 100,
  },
} as const;
