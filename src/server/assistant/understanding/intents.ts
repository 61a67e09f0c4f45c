/** What a question can want to know. */
export type IntentId =
  | "greeting"
  | "thanks"
  | "secret"
  | "act"
  | "lead_score"
  | "lead_to_qualify"
  | "lead_status"
  | "lead_missing"
  | "lead_origin"
  | "lead_duplicates"
  | "lead_history"
  | "lead_field"
  | "lead_about"
  | "backups"
  | "failing"
  | "last_sync"
  | "next_sync"
  | "reports"
  | "mailbox"
  | "schedules"
  | "work"
  | "imports"
  | "forms"
  | "scrapes"
  | "activity"
  | "settings"
  | "compare"
  | "rules_that_work"
  | "rules"
  | "sources"
  | "by_source"
  | "by_status"
  | "conversion"
  | "average_score"
  | "count_leads"
  | "list_leads";

export interface Intent {
  id: IntentId;
  /** Against the question's text: lower case, no signs. The group `who` names a lead, `what` a field or a thing. */
  patterns: readonly RegExp[];
}

const TROUBLE = String.raw`(?:fail(?:s|ed|ing|ures?)?|broken?|breaks|errors?|not work(?:ing)?|wrong|down|problems?|troubles?|unhealthy|issues?|working|ok|okay|healthy|alright|fine)`;
const MACHINE = String.raw`(?:data sources?|sources?|sheets?|spreadsheets?|mailbox(?:es)?|gmail|imap|smtp|mail server|emails?|reports?|scrapes?|scraping|scraper|targets?|websites?|sync|syncing|auto sync|system|service|everything|anything|something|things|connections?|integrations?|it all|all)`;
const FIELD = String.raw`(?:e?mail(?: address)?|(?:tele)?phone(?: number)?|number|company|employer|job title|title|job|role|industry|notes?|score|points|status|keywords?|website|contact details|contact data)`;
const NOBODY = String.raw`(?!(?:i|we|you|the best|a good|leads?|my leads?|our leads?|the leads?|a lead|most|all|any|everything|anything|it all|they all|(?:the |my |our )?rules?)\b)`;

/** In order: the first pattern that fits decides. */
export const INTENTS: readonly Intent[] = [
  {
    id: "greeting",
    patterns: [
      /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings)(?: there| winnow| assistant| all)?$/u,
      /^(?:help|what (?:can|do) (?:you|i) (?:do|know|answer|ask|ask you)(?: here| for me)?|who are you|what are you|how can you help(?: me)?)$/u,
    ],
  },
  {
    id: "thanks",
    patterns: [/^(?:ok |great |perfect |cool |nice )?(?:thanks?|thank you|thx|cheers|ty|great|perfect)(?: .{0,20})?$/u],
  },
  {
    id: "secret",
    patterns: [
      /^(?:please |can you |could you |what (?:is|are|was) |show|tell|give|reveal|print|read|list|send|which |repeat|ignore|dump|export|leak)(?!.*\b(?:app passwords?|an? (?:api key|service account|secret|token))\b).*\b(?:passwords?|api keys?|secrets?|tokens?|private keys?|credentials?|webhook (?:url|address|token)|system prompt|service account (?:key|json))\b/u,
      // Who has forgotten a password wants another, not that one.
      /^(?!.*\b(?:forgot|forgotten|lost|reset|change)\b).*\b(?:my|our|the|your|gmail|smtp|mailbox) (?:app )?passwords?$/u,
      /^(?:ignore|disregard|forget) (?:all |your |the |any )*(?:previous|prior|above|earlier|instructions)/u,
    ],
  },
  {
    id: "act",
    patterns: [
      /^(?:please |now |can you |could you |would you |will you |i want you to |go ahead and |just )*(?:delete|remove|approve|reject|qualify|disqualify|send|email|mail|sync|scrape|crawl|import|export|download|create|add|change|set|update|edit|rename|turn|switch|enable|disable|activate|deactivate|mark|merge|undo|reset|save|call|cancel|connect|disconnect|run|start|stop|generate|increase|decrease|raise|lower|make|assign|restore|clear|refresh|rescore) (?!.*\bhow\b).+$/u,
    ],
  },
  { id: "conversion", patterns: [/^(?!.*\b(?:mean|calculated?|formula|how is)\b).*\bconversion(?: rate)?\b/u] },
  {
    id: "compare",
    patterns: [
      /\b(?:compar(?:e|ed|es|ing|ison)|versus|vs)\b.*\b(?:week|month|yesterday|today)\b/u,
      /\b(?:more|fewer|less|better|worse)\b.*\bthan (?:last|the last|previous|the previous|the week|the month|yesterday|in)\b/u,
      /\b(?:trends?|growth|growing|grown|how are we doing|how is it going|are we on track)\b(?!.*\bmean)/u,
    ],
  },
  {
    id: "rules_that_work",
    patterns: [
      /\b(?:which|what) (?:are |is |of )?(?:the |my |our )*(?:\w+ )?(?:rules?|keywords?)\b.*\b(?:most|best|bring|brings|earn|earns|contribut\w+|useful|effective|work|works|nothing|never|least|points|fire|fires|hits?)\b/u,
      /\b(?:best|most useful|most effective|top|worst|least useful) (?:performing |working )?(?:rules?|keywords?)\b/u,
      /\brules?\b.*\b(?:useless|unused|pointless)\b|\b(?:useless|unused|pointless) (?:rules?|keywords?)\b/u,
      /\bhow (?:good|useful|effective|well) (?:are|do) (?:the |my |our )*rules\b/u,
      /\brules? (?:earn|contribution|performance)/u,
    ],
  },
  {
    id: "by_source",
    patterns: [
      /\bwhere (?:do|did|are) (?:my |our |the |all |most )*(?:of )?(?:the |my |our )?(?:qualified |pending |approved )?(?:leads?|contacts?) (?:come|came|coming)(?: from)?\b/u,
      /\bleads? (?:by|per|for each|from each) (?:data )?(?:source|channel)s?\b/u,
      /\b(?:which|what) (?:data )?(?:sources?|channels?) (?:bring|brings|brought|give|gives|gave|has|have|had|deliver|delivers|delivered|produce|produces|produced|generate|generates|generated|is|are|was|were|do|does)\b.*\b(?:most|best|leads)\b/u,
      /\b(?:best|top|biggest|main) (?:lead )?(?:source|channel)\b/u,
      /\b(?:source|channel) (?:breakdown|split|distribution)\b|\bbreak ?down by (?:source|channel)\b/u,
    ],
  },
  {
    id: "backups",
    patterns: [
      /^(?!how (?:do|can|to|could|should)\b|why\b|can\b|where\b).*\b(?:next|last|latest|previous|newest|nightly)\b.*\bback ?ups?\b/u,
      /^(?:when|did|was|were|has|have|how old|how often|(?:is|are)(?=.*\b(?:on|off|running|scheduled|made|working|ok|active|enabled|backed)\b))\b.*\b(?:back ?ups?|backed up)\b/u,
    ],
  },
  {
    id: "failing",
    patterns: [
      /^(?:show|list|tell|give)(?: me)?\b.*\b(?:fail(?:s|ed|ing|ures?)|broken|errors?|problems?)\b/u,
      new RegExp(
        String.raw`^(?!what (?:do|should|can|if)|how|when a\b|if\b|can\b).*\b${MACHINE}\b.*\b${TROUBLE}\b`,
        "u",
      ),
      new RegExp(
        String.raw`^(?:why|what|which|is|are|was|were|did|has|have|does|any|anything|something|there)\b.*\b(?:fail(?:s|ed|ing|ures?)?|broken?|errors?|not working|wrong|problems?|troubles?|unhealthy)\b`,
        "u",
      ),
      /^(?:system |health )?status(?: of the system| report)?$|\bsystem status\b|^how is the system\b/u,
      /\bis (?:my |our |the )?(?:google sheets?|sheet|data source|source|email service|smtp|mail server)\b.*\b(?:connected|active|up|reachable|running)\b/u,
    ],
  },
  {
    id: "next_sync",
    patterns: [
      /^(?!.*\b(?:mailbox|gmail|inbox)\b).*\bnext\b.*\b(?:auto )?sync/u,
      /^(?!.*\b(?:mailbox|gmail|inbox)\b)when (?:will|is|does|do|are) (?!.*\b(?:last|previous)\b).*\b(?:sync|syncs|synced|syncing|auto sync)\b/u,
      /^(?!.*\b(?:mailbox|gmail|inbox)\b).*\bis auto ?sync(?:ing)? (?:on|off|active|running|enabled|scheduled|paused|switched)\b/u,
    ],
  },
  {
    id: "last_sync",
    patterns: [
      /^(?!.*\b(?:mailbox|gmail|inbox)\b).*\b(?:last|latest|recent|previous)(?:ly)?\b.*\bsync/u,
      /^(?!.*\b(?:mailbox|gmail|inbox)\b).*\bsync\w*\b.*\b(?:last|recently|ago)\b/u,
      /^(?!.*\b(?:mailbox|gmail|inbox)\b)(?:when|how long ago|did|has|have|was)\b.*\bsync(?:ed|s|ing)?\b/u,
    ],
  },
  {
    id: "reports",
    patterns: [
      /^(?!how (?:do|can|to)\b|why\b).*\b(?:next|last|latest|previous|recent)\b.*\breports?\b/u,
      /^(?:when|who|did|was|is|has|how often|to whom)\b.*\breports?\b(?!.*\bleads? from\b)/u,
      /\b(?:report )?recipients\b/u,
      /^(?:is|are|which|what)\b.*\b(?:smtp|email settings|outgoing e?mail)\b.*\b(?:configured|set up|used|use|server)\b/u,
    ],
  },
  {
    id: "mailbox",
    patterns: [
      /^(?:is|how is|what is|when was|when did|was|did|has|what about|status of)\b.*\b(?:mailbox|gmail|inbox|imap)\b/u,
      /^how many (?:e?mails|messages)\b/u,
      /\b(?:mailbox|gmail) (?:status|state|health)\b/u,
      /^which (?:mailbox|address|inbox)\b/u,
    ],
  },
  {
    id: "schedules",
    patterns: [
      /^(?!.*\breports?\b)(?:what|which|show|list|tell)\b.*\b(?:schedules?|scheduled|(?:runs?|happens?) (?:by itself|by themselves|automatically|on its own|in the background))\b/u,
    ],
  },
  {
    id: "work",
    patterns: [
      /^(?!.*\bleads?\b)(?:what|which|show|list|how many|are|any)\b.*\bjobs\b/u,
      /^(?:what|anything|is anything|is something|which work) (?:is )?(?:still |currently |now )?(?:running|under way|in progress)(?: now| right now| at the moment| currently| in the background)?$/u,
    ],
  },
  {
    id: "imports",
    patterns: [
      /\b(?:last|latest|recent|previous|newest) (?:file )?(?:imports?|upload)\b/u,
      /^(?:how many|which|what|list|show|how did|did|was|is|any)\b(?!.*\bleads\b).*\b(?:imports?|imported|uploads?)\b(?!.* file\b.*\bhow\b)/u,
    ],
  },
  {
    id: "forms",
    patterns: [
      /\b(?:form )?submissions?\b(?!.*\bwhat is\b)/u,
      /^(?:how many|which|what|when|did|any|list|show)\b.*\bforms? (?:were|was|have|came|arrived|sent|did|come|been|submitted)\b/u,
    ],
  },
  {
    id: "scrapes",
    patterns: [
      /^(?!.*\bleads?\b)(?:which|what|list|show|how many)\b.*\b(?:scrape targets?|targets|websites?|web sites?|sites)\b/u,
      /^(?:when|how often|did|was|has|is|have)\b.*\b(?:scrap(?:e|ed|es|ing)|crawl(?:ed|ing)?)\b/u,
      /\b(?:last|latest) (?:scrape|crawl)\b/u,
    ],
  },
  {
    id: "lead_score",
    patterns: [
      new RegExp(String.raw`^how (?:is|was|did|has) ${NOBODY}(?<who>.+?) (?:get |been )?(?:scored?|rated)$`, "u"),
      /^(?:and |but |so )?(?:why|how come)(?: is that| so| though)?$/u,
      /^(?:why|how come|explain|what explains) (?:is |does )?(?:this|that|the|its|his|her|their) (?:score|number|points)(?: so .+| at .+)?$/u,
      new RegExp(
        String.raw`^(?:and |but |so )?(?:why|how come) (?:is|are|was|were|does|do|did|has|have) (?<who>.+?) (?:(?:at|on|only|just|so|such|rated|given|getting|has|have|had|get|got|gets|worth|sitting|scored?|scores|scoring)\b.*)$`,
        "u",
      ),
      /^(?:why|how come) (?<who>.+?) (?:scored?|has|got|is at|is on|is only)\b.*$/u,
      /^(?:please )?(?:can you |could you )?(?:explain|break down|show(?: me)?|give me|tell me)(?: me| to me)? (?:how |why |about )?(?:the )?(?:score|points)(?: breakdown| explanation)? (?:of|for|behind) (?<who>.+)$/u,
      /^(?:please )?(?:can you |could you )?(?:explain|break down) (?<who>.+?) (?:score|points)$/u,
      /^how (?:did|does|was|is|has|come) (?<who>.+?) (?:get|got|reach|score|scored|has|come)\b.*(?:score|points|\d).*$/u,
      /^(?:what|which) (?:keywords?|rules?|words) (?:matched|match|were found|was found|apply|applied|hit|gave|give|counted|count|fired)(?: points)? (?:in|for|on|to|with) (?<who>.+)$/u,
      new RegExp(
        String.raw`^(?:what|which) (?:keywords?|rules?|words) (?:did|does|do|has|have) ${NOBODY}(?<who>.+?) (?:match|matched|have|hit|contain|mention)$`,
        "u",
      ),
      /^where (?:do|does|did) (?<who>.+?) (?:points?|score) come from$/u,
      /^what (?:is|was) behind (?<who>.+?) (?:score|points)$/u,
    ],
  },
  {
    id: "lead_to_qualify",
    patterns: [
      /^what does (?<who>.+?) (?:still )?(?:need|lack|miss) (?:to )?(?:be |get )*(?:qualify|qualified|reach .+)$/u,
      /^(?:what|which) (?:keywords?|words?|rules?) (?:would|could|can) (?:help|make|let|get) (?<who>.+?) (?:to )?(?:get |be |become )?(?:qualify|qualified)$/u,
      /^what (?:would|could|will|can|does|do|must|should|might) (?:it take )?(?:for |to )?(?:make |get |let |help |bring |need |have )*(?:for )?(?<who>.+?) (?:to )?(?:get |be |become |need |have )*(?:qualify|qualified|reach|pass|over|above|past)\b.*$/u,
      new RegExp(
        String.raw`^(?:how|when) (?:can|could|does|do|would|will|might|should) ${NOBODY}(?<who>.+?) (?:get |be |become )*(?:qualify|qualified|reach|pass)\b.*$`,
        "u",
      ),
      /^what (?:is|are|does) (?:still )?(?:missing|lacking|needed|need|required|short) (?:for|so that|to make|to get|before|until) (?<who>.+?) (?:to )?(?:be |get |is |becomes? )*(?:qualify|qualifies|qualified)$/u,
      /^why (?:is|does|has|did|was) (?<who>.+?) not (?:been |be |get |got )*(?:qualify|qualified|qualifying|good enough)(?: yet| automatically)?$/u,
      /^why (?:is|has|was|did|does) not (?<who>.+?) (?:been |be |get |got )*(?:qualify|qualified|qualifying)(?: yet| automatically)?$/u,
      /^how (?:far|many points|much) (?:away |short |more |points )*(?:is|does|would|are)? ?(?<who>.+?) (?:away|from|missing|short|need|needs|lack|lacks|below)\b.*$/u,
    ],
  },
  {
    id: "lead_status",
    patterns: [
      new RegExp(
        String.raw`^(?:why|how come|when|who) (?:is|was|has|did|are|does|were)? ?(?:not )?${NOBODY}(?<who>.+?) (?:not |been |get |got |become |still |already |only |just )*(?:qualified|approved|rejected|pending|qualify|unqualified)(?: yet| now)?$`,
        "u",
      ),
      new RegExp(
        String.raw`^(?:is|was|has|did) ${NOBODY}(?<who>.+?) (?:been |get |got |already |still )*(?:qualified|approved|rejected|pending|qualify|unqualified)(?: yet| now| already)?$`,
        "u",
      ),
      /^who (?:approved|rejected) (?!this|last|today|yesterday|in\b)(?<who>.+)$/u,
    ],
  },
  {
    id: "lead_duplicates",
    patterns: [
      /\bduplicates? (?:of|for|with|to) (?<who>.+)$/u,
      new RegExp(
        String.raw`^(?:is|are|does|do|has|have) ${NOBODY}(?<who>.+?) (?:an? )?(?:possible )?(?:duplicated?|have (?:any |an? )?(?:possible )?duplicates?|there twice|in here twice|listed twice)$`,
        "u",
      ),
    ],
  },
  {
    id: "lead_missing",
    patterns: [
      /^(?:what|which) (?:information |info |data |details? |else )?(?:is|are|do we) (?:still )?(?:missing|lacking|lack|miss|incomplete|unknown|need) (?:for|from|about|on|of|with|in) (?<who>.+)$/u,
      /^(?:what|which) (?:information|info|data|details?) (?:does|is|do) (?<who>.+?) (?:lack|miss|missing|lacking|need)$/u,
      /^what (?:is )?(?:missing|incomplete) (?:about|with|in|for) (?<who>.+)$/u,
      /^why is (?<who>.+?) incomplete$/u,
      /^what (?:is|are) (?:still )?(?:missing|incomplete)(?: here)?$/u,
      /^is anything missing (?:for|about|in|with) (?<who>.+)$/u,
    ],
  },
  {
    id: "lead_origin",
    patterns: [
      new RegExp(
        String.raw`^(?:where|how) (?:did|does|do|have|has|was|is) (?:we |you )?(?:get |find |found )?${NOBODY}(?<who>.+?) (?:come from|came from|coming from|come in|come to us|originate|get (?:in )?here|arrive|from|found|find us|captured)$`,
        "u",
      ),
      /^where (?:did|do) (?:we|you) (?:get|find|have) (?<who>.+?)(?: from)?$/u,
      /^(?:what|which) (?:is |was )?(?:the )?(?:source|origin) (?:of|for) (?<who>.+)$/u,
      /^(?:what|which) source (?:is|was|did|does) (?<who>.+?) (?:from|come from)$/u,
      new RegExp(
        String.raw`^when (?:was|were|did|has) ${NOBODY}(?<who>.+?) (?:created|added|arrive|come in|captured|received|imported|scraped|found|last updated|updated|change|changed)$`,
        "u",
      ),
    ],
  },
  {
    id: "lead_history",
    patterns: [
      /^what (?:has |have )?happened (?:with|to|on) (?<who>.+)$/u,
      /^(?:show |tell |give )?(?:me )?(?:the )?(?:history|timeline) (?:of|for) (?<who>.+)$/u,
      /^who (?:changed|edited|touched) (?<who>.+)$/u,
    ],
  },
  {
    id: "activity",
    patterns: [
      /^(?:what|anything|did anything|has anything|show|tell|give|is there anything|was there)\b.*\b(?:happened|happening|happen|going on|gone on|been up|activity|new|changed|since i was)\b/u,
      /\b(?:recent|latest|todays|today's) activity\b|^activity(?: today| log)?$|^(?:news|what is new|anything new|catch me up|summary|summarise|summarize)\b/u,
    ],
  },
  {
    id: "settings",
    patterns: [
      /^(?!how (?:do|can|to|could)\b|why\b|can\b|.*\bleads\b.*\b(?:above|below|over|under|at|reach|reached)\b).*\b(?<what>threshold)\b/u,
      /^(?:at|from|with) (?:what|which) score\b.*\b(?<what>qualif\w+)/u,
      /^what score\b.*\b(?<what>qualif\w+)/u,
      /^(?:what|how often|how long|how many|which|is|are)\b.*\b(?<what>sync interval|interval|retention|kept|keep leads|removed(?: automatically| soon| next)?|max leads|leads per sync|minimum confidence|auto ?sync)\b/u,
      /^how often (?:do|does|are|is)\b.*\b(?<what>sync|synced|syncs)\b/u,
      /^(?:what|show|list|which|tell)\b.*\b(?<what>settings|configuration)\b(?! mean)/u,
    ],
  },
  { id: "average_score", patterns: [/\b(?:average|mean|median|typical) (?:lead )?(?:score|points)\b/u] },
  {
    id: "by_status",
    patterns: [
      /\bleads? (?:by|per|for each|in each) (?:status|stage)\b|\bstatus (?:breakdown|overview|split)\b|\bbreak ?down(?: of)?(?: the| my| our)?(?: leads?)?(?: by status)?$/u,
      /^(?:show|what is in|how is|what does|how does)\b.*\b(?:pipeline|funnel)\b(?!.*\bmean)/u,
      /^(?:how many|overview of)\b.*\b(?:in each status|by status|of each status)\b/u,
    ],
  },
  {
    id: "rules",
    patterns: [
      /^(?:how many|which|what are|list|show|do (?:i|we) have|are there)\b.*\brules\b(?!.*\bleads\b)/u,
      /^(?:what|which) (?:keywords?|words|weight) (?:does|do|are in|is in|has|have|belong to|are)\b.*\b(?:rule|rules|look for|active)\b.*$/u,
      /^(?:what is|show|how (?:high|big) is)\b.*\b(?:weight|keywords) (?:of|for|in)\b.*$/u,
      /^what does (?:the )?(?:rule )?(?<what>.+?) rule (?:look for|do|match|contain|find)$/u,
      /^which rules? (?:has|have|looks?|contains?|is|uses?)\b/u,
      /^is .+ (?:an?|one of (?:the|my|our)) keywords?$|^what does the (?:keyword|word) .+ (?:give|do|bring|count)s?$/u,
      /^(?:is|what does|how much is|tell me about|show(?: me)?) (?:the |my |our )?rule (?!of\b).+$/u,
    ],
  },
  {
    id: "sources",
    patterns: [
      /^(?:which|what|list|show|how many|do (?:i|we) have|are)\b.*\b(?:data )?sources?\b(?=.*\b(?:do|have|are|there|connected|active|configured|my|our|all|me)\b)(?!.*\b(?:can|supported?|possible)\b)/u,
    ],
  },
  {
    id: "count_leads",
    patterns: [
      /^(?:and |so |ok |please |can you |could you )*(?:how many|count|number of|what is the (?:total )?(?:number|count|amount)|the number of|tell me how many|total number)\b/u,
      /\bleads?\b.*\bhow many(?: are there| do we have)?$/u,
      /^any (?:\w+ )?(?:leads?|contacts?)\b/u,
      /^(?:do|did|have|has|are|is|were|was) (?:we |i |you |there )?(?:have |get |got |had )?(?:any )?(?:new |qualified |pending |approved |rejected )?leads?\b/u,
      /^(?:total|all|qualified|pending|approved|rejected|new) leads(?: .*)?$/u,
      /^(?:is there |are there )(?:any|a)\b.*\b(?:leads?|contacts?)\b/u,
    ],
  },
  {
    id: "list_leads",
    patterns: [
      /^(?!.*\b(?:this|that) lead\b)(?:and |so |ok |please |can you |could you |would you )*(?:show|list|find|give|display|see|get|which|what|who|search|look)\b.*\b(?:leads?|contacts?|prospects?|ones)\b/u,
      /^(?:and |so |please )*(?:which|who|show|list)(?: of)?(?: them| those| these| ones| me)*(?: are they)?$/u,
      /^(?:who|which) (?:are|is|has|have)? ?(?:the |our |my )?(?:best|top|newest|latest|highest|hottest|most promising|waiting|pending|qualified|approved|rejected)\b/u,
      /^(?:who|which) (?:needs?|is waiting|are waiting|should (?:i|we) (?:call|contact|approve|review|look at|follow up))\b/u,
      /^(?:the )?(?:best|top|newest|latest|oldest|recent|most recent|first|last|worst|lowest|unreviewed|hottest)\b.*\bleads?\b.*$/u,
      /^when (?:did|was|were)\b.*\b(?:first|last|latest|newest|oldest|most recent)\b.*\bleads?\b/u,
      /^(?:\w+ )?leads? (?:with|from|without|that|who|which|above|below|at|of)\b/u,
      /^who (?:qualified|came in|arrived|wrote|was added|got approved|was rejected|was approved)\b/u,
    ],
  },
  {
    id: "lead_field",
    patterns: [
      new RegExp(String.raw`^(?:the )?(?<what>${FIELD}) (?:of|for) ${NOBODY}(?<who>.+)$`, "u"),
      new RegExp(
        String.raw`^(?:what is|what are|what was|show(?: me)?|give me|tell me|do (?:we|you) have|find|whats?) (?:an? |the )?(?<what>${FIELD}) (?:of|for|from) (?<who>.+)$`,
        "u",
      ),
      new RegExp(
        String.raw`^(?:what is|what are|show(?: me)?|give me|tell me|find) ${NOBODY}(?<who>.+?) (?<what>${FIELD})$`,
        "u",
      ),
      new RegExp(
        String.raw`^(?:what|which|how many) (?<what>${FIELD}) (?:does|has|is|did|do) ${NOBODY}(?<who>.+?)(?: have| has| get| got| work for| work at| at| in)?$`,
        "u",
      ),
      /^(?:where|for whom|for which company) (?:does|do|is) (?<who>.+?) (?<what>work|works|working|employed)(?: for| at)?$/u,
      /^how (?:can|do|could|should) (?:i|we) (?<what>reach|contact|call|email) (?<who>.+)$/u,
      new RegExp(
        String.raw`^(?:does|do|has|have) ${NOBODY}(?<who>.+?) (?:have |has )?(?:an? |any )(?<what>${FIELD})$`,
        "u",
      ),
    ],
  },
  {
    id: "lead_about",
    patterns: [
      new RegExp(
        String.raw`^(?:who is|who was|tell me (?:more |something |everything )?about|open|find|show me|show|look up|search for|search|info (?:on|about)|information (?:on|about)|details (?:of|on|about|for)|what (?:do|can) (?:we|you) (?:know|tell me|have) (?:about|on)|go to|do (?:we|you) (?:know|have)|is there|summari[sz]e) (?:a lead (?:named|called) |the lead |lead )?${NOBODY}(?<who>.+)$`,
        "u",
      ),
    ],
  },
];
