/** A message of which nothing will come, however it sounds; `headers` are those that programs add. */
export interface OtherMail {
  from: string;
  subject: string;
  text: string;
  headers?: readonly string[];
}

const FROM_A_LIST = ["List-Unsubscribe: <https://lists.parcelweek.example/leave>", "Precedence: bulk"];

/** What else arrives in a sales mailbox, in the order in which somebody of the team pastes it. */
export const OTHER_MAIL: readonly OtherMail[] = [
  {
    from: '"Parcel Week" <news@parcelweek.example>',
    subject: "This week: five ways to cut empty runs",
    text: "Hello,\n\nin this issue we look at five ways to cut empty runs, and at what the new toll means for vans.\n\nRead it online: https://parcelweek.example/41\n\nYou receive this e-mail because you subscribed to Parcel Week. Unsubscribe at any time.",
    headers: FROM_A_LIST,
  },
  {
    from: '"Jordan Blake" <jordan@rankhigher.example>',
    subject: "Quick question about planwell.example",
    text: "Hi there,\n\nI came across your website and noticed that it does not rank for several keywords your customers search for. We have helped over 200 software companies triple their traffic. Would you be open to a 15-minute call next week to see how we could help you grow?\n\nBest,\nJordan Blake\nGrowth Partner\nRank Higher",
  },
  {
    from: '"Accounts, Millpond Hosting" <billing@millpond-hosting.example>',
    subject: "Invoice 2210-0871",
    text: "Dear customer,\n\nplease find attached invoice 2210-0871 for your servers in the amount of 318.00 EUR. It is due within 14 days. The amount will be debited from your account.\n\nKind regards,\nMillpond Hosting, Accounts",
  },
  {
    from: '"Elif Demir" <elif.demir@mailfolk.example>',
    subject: "Application as a sales representative",
    text: "Dear Sir or Madam,\n\nI read about your open position as a sales representative and would like to apply for it. I have five years of experience in selling software. My CV is attached; I would be happy to introduce myself in an interview.\n\nKind regards,\nElif Demir",
  },
  {
    from: '"Sam Whitlock" <sam@talentbridge.example>',
    subject: "Senior developers available from next month",
    text: "Hi Hannah,\n\nI am a recruiter at Talent Bridge and have three senior developers with experience in route optimisation who are available from next month. Are you hiring? I can send you their profiles today, no fee unless you sign.\n\nBest regards,\nSam Whitlock\nRecruitment Consultant\nTalent Bridge",
  },
  {
    from: '"Ruth Marlow" <ruth.marlow@harbour-supply.example>',
    subject: "App crashes when we open yesterday's rounds",
    text: "Hello,\n\nsince the update this morning the app crashes as soon as one of our drivers opens a round of yesterday. We have logged out and in again, it did not help. Our customer number is 20417. Please fix this, three vans are waiting.\n\nThanks,\nRuth Marlow",
  },
  {
    from: '"Calendar" <no-reply@meetings.example>',
    subject: "Accepted: Sprint review, Thursday 14:00",
    text: "Priya has accepted your invitation.\n\nSprint review\nThursday, 14:00 to 15:00\nRoom Elbe\n\nThis is an automatic message, please do not reply.",
    headers: ["Auto-Submitted: auto-generated"],
  },
  {
    from: '"Tom Hadley" <tom@planwell.example>',
    subject: "Lunch on Friday?",
    text: "Hi all,\n\nthe new Lebanese place around the corner has opened. Shall we try it on Friday at half past twelve? Tell me until Thursday so that I can book a table.\n\nTom",
  },
  {
    from: '"Marion Keller" <m.keller@bueromoebel-keller.example>',
    subject: "Höhenverstellbare Schreibtische zum Aktionspreis",
    text: "Sehr geehrte Damen und Herren,\n\nals Spezialist für Büromöbel bieten wir Ihnen bis Monatsende höhenverstellbare Schreibtische zum Aktionspreis an. Gerne beraten wir Sie unverbindlich. Rufen Sie uns an!\n\nMit freundlichen Grüßen\nMarion Keller\nBüromöbel Keller GmbH",
  },
  {
    from: '"Duncan Kerr" <duncan.kerr@fernhill-freight.example>',
    subject: "Out of office: Delivery planning",
    text: "Thank you for your message. I am out of the office until Monday and will read your e-mail when I am back. In urgent cases please turn to the reception.\n\nDuncan Kerr",
    headers: ["Auto-Submitted: auto-replied"],
  },
  {
    from: '"Parcel Week" <news@parcelweek.example>',
    subject: "Warehouse of the year: vote now",
    text: "Hello,\n\nten warehouses have made it to the final. Vote for your favourite until Sunday and win one of three tablets.\n\nVote: https://parcelweek.example/vote\n\nUnsubscribe: https://lists.parcelweek.example/leave",
    headers: FROM_A_LIST,
  },
  {
    from: '"Postmaster" <mailer-daemon@planwell.example>',
    subject: "Undelivered Mail Returned to Sender",
    text: "This is the mail system. Your message could not be delivered to one recipient: user unknown.",
    headers: ["Auto-Submitted: auto-replied"],
  },
  {
    from: '"Nadia Cole" <nadia@cloudledger.example>',
    subject: "Re: following up, still interested?",
    text: "Hi,\n\njust bumping this to the top of your inbox. Cloud Ledger saves finance teams like yours ten hours a week, and this month we offer 20% off the annual plan. Do you have time for a short demo on Tuesday or Wednesday?\n\nNadia Cole\nAccount Executive, Cloud Ledger",
  },
  {
    from: '"Imogen Pryce" <imogen.pryce@student.northgate.example>',
    subject: "Interview for my thesis",
    text: "Hello,\n\nI am a student and write my master's thesis about route planning in small companies. Would one of your developers be willing to answer ten questions for it? It would take half an hour, and the answers stay anonymous.\n\nThank you very much,\nImogen Pryce",
  },
  {
    from: '"Millpond Hosting" <billing@millpond-hosting.example>',
    subject: "Payment reminder: invoice 2210-0871",
    text: "Dear customer,\n\nour invoice 2210-0871 of 318.00 EUR is overdue. Please transfer the amount within seven days. If you have paid in the meantime, please disregard this reminder.\n\nMillpond Hosting, Accounts",
  },
  {
    from: '"Olivier Perrin" <olivier.perrin@clairval-negoce.example>',
    subject: "Mot de passe oublié",
    text: "Bonjour,\n\nje n'arrive plus à me connecter à mon compte : le lien pour changer de mot de passe n'arrive pas. Pouvez-vous le réinitialiser ? Mon identifiant est operrin.\n\nMerci,\nOlivier Perrin",
  },
  {
    from: '"Social updates" <notify@networks.example>',
    subject: "Diego, you have 4 new notifications",
    text: "Priya and 3 others reacted to your post. See who viewed your profile this week.\n\nYou can change what you are told in your settings.",
    headers: ["List-Unsubscribe: <https://networks.example/off>"],
  },
  {
    from: '"Gareth Osborne" <gareth.osborne@saltmarsh-trading.example>',
    subject: "Cancellation of our contract",
    text: "Hello,\n\nwe hereby cancel our contract, customer number 20398, at the end of the month. Please confirm the cancellation in writing and delete our data.\n\nGareth Osborne",
  },
  {
    from: '"Victor Hale" <v.hale@leadvault.example>',
    subject: "12,000 verified contacts of logistics companies",
    text: "Hello,\n\nare you interested in a list of 12,000 verified contacts of logistics companies in Europe? Names, phones and e-mail addresses, 99% accurate. I can send you a free sample of 50 and our prices. Only this week at half the price.\n\nVictor Hale\nData Sales Manager",
  },
  {
    from: '"Hannah Brandt" <hannah@planwell.example>',
    subject: "Prices for next year",
    text: "Hi Tom,\n\nattached is my draft of the price list for next year. Could you look at the numbers for the large teams before our meeting? I am not sure about the discount.\n\nHannah",
  },
];

/** What known leads write who ask for nothing: it lands on their timelines. */
export const REPLIES: readonly Pick<OtherMail, "subject" | "text">[] = [
  {
    subject: "Re: Delivery planning",
    text: "Hello,\n\nthank you, everything has arrived. I am on holiday next week and will be back to you after that.\n\nKind regards,",
  },
  {
    subject: "Re: Question about your software",
    text: "Hello,\n\nthank you for the pleasant conversation yesterday. I have passed the documents on to my colleagues.\n\nKind regards,",
  },
  {
    subject: "Re: Route planning",
    text: "Hello,\n\nThursday at ten suits me, I have it in my calendar.\n\nKind regards,",
  },
];
