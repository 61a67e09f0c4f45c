/** A polite word at the end of a request, and what follows it. */
export const POLITE_END =
  /,? (?:please|pls|plz|thanks|thank you|thx|bitte|danke|s'il (?:te|vous) pla[iî]t|svp|stp|merci|por favor|gracias)[\s.!?]*$/iu;

/** Words at the beginning that say nothing. */
export const MANNERS =
  /^(?:(?:please|thanks|hey|hi|hello|good (?:morning|afternoon|evening)|ok|okay|well|so|now|just|then|also|wait|hold on|hmm?|oh|ah|(?:a |one )?quick question|question|winnow|(?:can|could|would) (?:you|u)(?: please)?|(?:i|we) (?:want|would like|need)(?: you)? to|i accidentally|let us|go ahead and) )+(?=\w+ \w|(?:approve|accept|reject|decline|qualify|disqualify|export|download|delete)$)/u;
const AN = "(?:an? |the )?(?:new |quick |short )?";
/** A request for a change rather than a question. */
export const REQUEST = new RegExp(
  `^(?:${[
    "(?:approve|accept|reject|refuse|decline|qualify|disqualify|assign|unassign|reassign|transfer|hand (?=.* (?:over|to)\\b)|untag|label|export|download|sync|synchronize|pause|resume|set|change|lower|raise|create|delete|remove|rename|merge|invite|undo|postpone|snooze|reschedule|push|put|move|restore|switch|disconnect|save|retry|enable|disable|activate|deactivate|send|wipe|erase|purge|destroy|remind (?:me|us|him|her|them)|unreject|unapprove)(?! (?:of|failed|fails|failing|failure|did|does|do not|is|was|has|not|errors?|status|broken?|crashed|stuck|why|when|says?|said|shows?|tells|brought|keeps)\\b)",
    "make .+ (?:daily|weekly|monthly|every|at \\d+)|(?:split|divide|distribute|share out) .*\\b(?:between|among|to|with)|make .+ (?:worth|count|give|(?:an?|the|its?|their|his|her) (?:owner|member|viewer|admin))",
    "give (?!me |us )(?=.* to |.* \\d+(?: points?)?$|.*\\bpoints?\\b)|.+ should (?:go|belong) to \\w+$",
    String.raw`add (?=.*\b(?:notes?|comments?|tags?|labels?|keywords?|words?|rules?|recipients?|reports?|reminder|next step|owner|lists?|leads?)\b|\w+ to (?:it|them|that)\b)`,
    "turn (?:on|off)|turn .+ (?:on|off)$",
    "block",
    "(?:subtract|deduct|punish|penali[sz]e|double|halve)(?=.* (?:points?|weight|for)\\b)",
    "do not (?:sync|send|scrape|notify)|no longer (?:sync|send|scrape)|(?:reload|refresh|reread)|(?:read|fetch|load|check) (?=.*\\bagain$)",
    "(?:write|reply|email|mail|draft)(?: an?)?(?: e?mail| message| reply)? to|(?:write|send|email|mail|message|answer|reply|call|phone|ring|text) (?:to )?(?:him|her|them)|(?:call|phone|ring) (?=.* for (?:me|us)\\b)|(?:e?mail|forward) (?:the|our|this|my) ",
    "note(?: (?:to|on|for|about)|$)|comment (?:to|on|for|about)",
    `(?:write|make|leave|log)(?: down)? ${AN}(?:note|comment|call)`,
    "(?:threshold|cut ?off) to \\d|(?:do|use|take|go with) \\d+$",
    "(?:increase|decrease|reduce) (?=.* (?:to|by) -?\\d)|(?:call|phone|ring|visit|meet|try(?: \\w+)? again) (?=.*\\b(?:tomorrow|next \\w+|in \\d+ \\w+|\\w+day)\\b)",
    "take .+ (?:off|out)\\b.*|bring .+ back|bring back",
    `(?:schedule|plan|book|arrange) ${AN}(?:call|meeting|visit|follow up)|next step (?:for|with|on)|follow up (?:with|on)`,
    `new rule|(?:i|we) (?:want|need|would like) ${AN}rule`,
    "drop (?:the|all|our)",
    "(?:always|from now on) (?:assign|approve|reject|tag)",
    "tag(?! (?:that|which|with the) )|mark (?=.* (?:as )?(?:done|complete|completed|finished)$)",
    "(?:check|read|fetch|get|poll) (?:the |my |our )?(?:new )?(?:e?mails?|mailbox|inbox|gmail|messages)(?: again)?(?: right)? now$|force (?:an? )?(?:re)?(?:sync|fresh|load|refresh)",
    "stop (?:the )?auto(?:matic)?(?: ?sync\\w*)?\\b|stop (?:sending|syncing|scraping|reading)|(?:ignore|exclude|stop) (?:all )?(?:e?mails?|messages?|senders?|newsletters?)",
    "share (?!of)",
    "let (?:members?|viewers?)|(?:scrape|crawl)(?! (?:finds?|found|returns?|shows?|fail\\w*|of|targets?|did|does|is|was|has|brings?|brought|results?)\\b)(?= \\w)",
  ].join("|")})\\b`,
  "u",
);
/** "OK, do it", after what would happen or a button. */
export const CONFIRMING =
  /^(?:(?:yes|yeah|yep|yup|ok|okay|sure|please|great|good|fine|perfect|alright|then|so|and|just|now|well|ja|oui|si) )*(?:yes|yeah|yep|sure|please|ok do|apply|do (?:it|that|so|this)|go ahead|go for it|apply (?:it|that)|make it so|(?:set|use|apply|take|save|change|create|keep) (?:it|that|this)|confirm(?:ed)?|(?:looks|sounds) good(?: (?:save|do|create|apply) it)?|make (?:it|that) happen)(?: (?:then|please|now|yes|anyway))*$/u;
export const FOLLOW_UP =
  /^(?:and what about|and how about|what about|how about|what of|same for|and|also|but|or|only|just)(?: for| with(?! (?:an?|the|no|any|more|less|at)\b))? (?=\S)/u;
export const GO_ON =
  /^(?:who else|what else|more|show more|next|then|after that|(?:the )?next(?: (?:ones?|five|page|leads))?|afterwards|who (?:is )?next|(?:the )?(?:ones? )?after (?:that|those|these)(?: ones?)?|(?:the )?others?|the rest)$/u;
/** "Where did they come from?", of the leads counted or listed before. */
export const WHERE_FROM =
  /^(?:where (?:did|do|are|were) (?:they|these|those)(?: all)?(?: come)? from|from (?:where|(?:which|what) sources?))$/u;
/** "And which ones would we lose?", after a supposition: its answer shows them. */
export const WHICH_ONES =
  /^(?:which|who|show|list)\b(?: me)?(?: (?:ones?|leads?|of them|them|those))?(?: (?:would|will|do|are)\b.{0,30})?$|^(?:how (?:many|much)|what) (?:\w+ )?(?:would|will|do) (?:(?:we|it|that|i) )?(?:lose|win|gain|get|qualify|change|happen|be|drop|fall|have)\b/u;
/** "Can I get a CSV of the pending ones?" */
export const FILE =
  /\b(?:get|give|have|need|want)(?: me| us)? (?:an? |the )?(?:csv|excel|spreadsheet|export)\b|\b(?:as|to|in|into) (?:an? )?(?:csv|excel|xlsx|spreadsheet)\b/u;
const ONE = "(?:the |my |our )?(?:very )?(?:top|best|newest|latest|last|oldest|most recent|hottest|highest scoring)";
/** "Phone number of the top lead", "why was my last lead rejected?": of the first lead in an order. */
export const OF_FIRST = new RegExp(String.raw`\b(?:of|for) ${ONE} (?:lead|one|contact)\b`, "u");
export const WHY_FIRST = new RegExp(String.raw`^why (?:is|was|did|got|has) ${ONE} (?:\w+ )?(?:lead|one)\b`, "u");
/** "My Gmail isn't syncing." */
export const BROKEN = /\bnot (?:sync|work|connect|updat|receiv|load)\w*/u;
/** "Anyone asking for a demo?" */
export const ANYONE = /^(?:(?:is|does|did|has) )?(?:any|some|every)(?:one|body)\b/u;
/** "Leads without a phone number" */
export const LEADS =
  /^(?:(?:show|list|find|see|give|get)(?: me| us)? )?(?:(?:all|any|the|my|our|those|new|good|best|top|hot|hottest|worst|open|pending|qualified|approved|rejected) )*(?:leads|contacts|people|prospects|ones)\b(?!.*\b(?:by|per)\b)/u;
/** "Where can I see the pending leads?" */
export const SEEING = /^(?:where )?(?:can|could|may|do) (?:i|we) (?:please )?(?:see|get|find|view)\b/u;
/** Not the "that" of "leads that mention …". */
export const THIS =
  /\b(?:this|(?<!\b(?:leads|ones|people|contacts|prospects|customers|companies|those) )that|it|its|she|he|her|him|his|their)\b/u;
export const THE_PAGE = /\b(?:this|current|open) (?:lead|one|person|contact|guy)\b/u;
export const ONE_LEAD = /\b(?:she|he|her|him|(?:this|that) (?:lead|one|person))\b/u;
/** "How do I …" without a name, and what a role may do, are for the help texts. */
export const HOW_TO =
  /^(?:how (?:do|can|to|should)\b|where do (?:i|we)\b|can (?:an? )?(?:viewers?|members?|owners?|users?)\b)/u;
/** "How do I delete Ann?" */
export const OF_DOING = /\b(?:delete|erase|remove|merge|edit|change|tag|assign|approve|reject|export|undo)\b/u;
/** "How do I reach Ann?" */
export const REACHING = /^how (?:do|can|could|should) (?:i|we) (?:contact|reach|call|phone|get hold of)\b/u;
/** Only these make a question ask for a secret. */
export const SECRET =
  /\b(?:pass ?words?|passphrases?|keys?|secrets?|credentials?|tokens?|prompts?|instructions?|webhooks?|private|hidden|encrypted)\b/u;
export const WHO_DECIDED = /^who (?:has |have |of us )?(?:approve|reject|decide|decline)/u;
/** A request about what a question before was about. */
export const OF_EARLIER = /\b(?:them|these|those|it|that|all of them|others?|rest|remaining|left)\b/u;
/** More than the one lead that was named last. */
export const ALL_OF_THEM = /\b(?:all|both|each|every one) of (?:them|these|those)\b|\b(?:them|these|those) all\b/u;
export const OF_THEM = /\bof (?:them|these|those)\b/u;
/** Asks for a number of leads. */
export const COUNTING = /\b(?:how many|number of|count)\b/u;
/** Asks for leads rather than for how rules do. */
export const WHICH_LEADS =
  /^(?:(?:which|what|show|list|find|see)(?: me| us| the| all| my| our)* (?:leads|people|contacts)|who|how many (?:leads|people|contacts) match)\b/u;
/** "Who scores higher, Ann Lee or Bob Ray?", "why is she above Bob?", of leads that are named. */
export const COMPARED =
  /\b(?:compar\w+|hotter|warmer|stronger|more promising|better|higher|lower|above|below|ahead|behind|more|fewer|less|than|versus|vs|differen\w+)\b|^(?:who|which|what|whom)\b.* or\b|^why\b.*\b(?:about|before)\b/u;
/** About what the previous answer shows. */
export const WHY =
  /^(?:(?:how come|why)(?: (?:is|are|did|has|have|do|does) (?:that|this|it|they|those))?(?: (?:so|that|change\w*|drop\w*|fall\w*|fell|rise|rose|go(?:ne)? (?:up|down)|up|down|lower|higher|fewer|more|less|better|worse|different|low|high|bad|good))*|what is the reason)$/u;
export const SHOW_THEM =
  /^(?:show|list|which|who|see)(?: me)?(?: of)?(?: them| those| these| ones| they)?(?: are| is)?(?: them| they| those| these)?$/u;
/** "And Ann Lee too", after a request: the same for her. */
export const TOO =
  /^(?:(?:and|also|und|auch|et|aussi|y|también) )(?<name>\p{Lu}[^?!.,]*?)(?: (?:too|as well|also|auch|aussi|también))?[?!.]?$/u;
export const MENTIONS = /\bmention(?:s|ed)?(?: of)? (?:me|i)\b|\b(?:was|am|were) i mentioned\b|\bmy mentions\b/u;
/** "No, I meant …", in the question as written. */
export const CORRECTING =
  /^\s*(?:(?:no|nope|nein|non|sorry|pardon|perdón|entschuldigung|actually|wait|oops)\s*[,.:;!–-]\s*|(?:no |sorry )?i (?:meant|mean)\b[,:]?\s*|(?:nein |doch )?ich mein(?:te|e)\b[,:]?\s*|(?:non )?je (?:voulais dire|parlais de)\s*|(?:no )?(?:quería|quise) decir\s*|(?:no )?me refería a\s*)+/iu;
