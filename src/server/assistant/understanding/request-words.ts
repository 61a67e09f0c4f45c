/** Before what a question is about. */
export const MANNERS =
  /^(?:(?:please|hey|hi|hello|ok|okay|well|so|now|just|winnow|(?:can|could|would) (?:you|u)(?: please)?) )+(?=\w+ \w)/u;
/** A request for a change rather than a question. */
export const REQUEST =
  /^(?:approve|reject|qualify|disqualify|wipe|erase|purge|destroy|drop (?:the|all|our)|always (?:assign|approve|reject|tag)|from now on (?:assign|approve|reject|tag)|export|download|sync|synchronize|send|create|delete|change|set|move|switch|pause|resume|remind me|follow up (?:with|on)|snooze|postpone|reschedule|(?:schedule|plan) an? (?:call|meeting|visit|follow up)|(?:add|write|make|leave|log) (?:down )?(?:an? )?(?:quick |short )?(?:note|comment|call)|(?:note|comment) (?:to|on|for|about)|tag|untag|label|assign|unassign|stop sending|(?:block|ignore|exclude|stop) (?:all )?(?:e?mails?|messages?|senders?|newsletters?)|turn (?:on|off)|turn .+ (?:on|off)$|switch (?:on|off)|enable|disable|activate|deactivate)\b/u;
export const FOLLOW_UP =
  /^(?:and what about|and how about|what about|how about|what of|same for|and|also|but|or|only|just)(?: for| in| with)? (?=\S)/u;
export const GO_ON =
  /^(?:who else|what else|more|show more|next|then|after that|(?:the )?next(?: ones?)?|afterwards|who (?:is )?next)$/u;
/** "Can I get a CSV of the pending ones?" */
export const FILE = /\b(?:get|give|have|need|want)(?: me| us)? (?:an? |the )?(?:csv|excel|spreadsheet|export)\b/u;
