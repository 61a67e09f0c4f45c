/** Words that say nothing about what a question is about. */
export const LIGHT: ReadonlySet<string> = new Set(
  `a an the and or but if so to of in on at by for from with without about as is are was were be been am do does did done have has had having can could would should will shall may might must
  i me my mine we us our you your he him his she her it its they them their this that these those there here who whom whose what which when where why how not no nor yes
  get got getting give gives go going gonna come make makes made let lets tell say says show me know want wants need like look see out up down off over into than then too very just only also still even
  explain short tell understand help question answer some any every all each much many more most less few one ones two three first last next new good great nice please hi hello hey thanks ok okay lol well now ever never always today yesterday tomorrow week month day days year time times really someone anyone something anything`.split(
    /\s+/u,
  ),
);
