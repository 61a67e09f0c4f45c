import type { Concept } from "./concept.ts";

/** What those do with words who want to sell, place or win something themselves. */
export const OFFERING: readonly Concept[] = [
  {
    name: "offer",
    says: "offers the reader something",
    phrases: `we (offer|provide|help|helped|specialise|specialize|deliver|manufacture|supply|build|create|design|develop|can help|can offer|can provide|can supply|can deliver|can save|can get|can build|have helped|work with|partner with|connect|enable|empower|are a leading|are the leading|are one of|are an agency|are a team|are a manufacturer|are manufacturer*|are a factory|are experts|are specialists|guarantee|handle everything|run|produce|export|recently helped|just helped|just launched|have developed|have built|have worked with|take care of),
      i (help|offer|provide|specialise|specialize|run an agency|can help you|can get you|can build|can write|work with companies|work with businesses|am a freelance*|am a web|am an seo|have helped|represent|design|build|develop|write for), help (businesses|companies|brands|teams|firms|founders|agencies|organi*ations|clients|you|people like|leaders) (like yours|grow|save|reduce|get|increase|achieve|scale|with|build|find|generate|to|cut|automate), helping (businesses|companies|brands|teams|clients),
      companies like yours, companies such as yours, businesses like yours, teams like yours, offer you, provide you with, like to offer, love to offer, happy to offer, pleased to offer, able to offer you, introduce (our|myself|you to|our company|ourselves), introducing our, present our, i am reaching out, reaching out (to|because|as|regarding|from), i represent, on behalf of, special offer, limited offer, exclusive offer, free (audit|consultation|trial|sample|report|quote|review|analysis|assessment), complimentary, no obligation, no strings, money back, our competitive price*, competitive (price*|rates), cost effective, best quality, high quality products, at affordable, starting (at|from) (just|only|) <money>, only <money>, just <money>,
      wir bieten, wir unterstutzen, wir helfen, wir sind (eine|ein) (agentur|fuhrend*|spezialisiert*|team), spezialisiert auf, bieten wir, bieten ihnen, ihnen anbieten, unterstutzen wir, helfen wir, wir entwickeln, unverbindlich*, kostenlos*, kostenfrei*, unternehmen wie, vorstellen darf, mochte ihnen, mochten ihnen, mochte mich vorstellen, profitieren,
      nous proposons, nous aidons, nous accompagnons, nous offrons, vous proposer, vous aider, vous presenter, notre agence, specialise* dans, specialiste*, gratuit*, sans engagement, entreprises comme, je vous propose, je me permets,
      ofrecemos, ayudamos, somos una agencia, somos una empresa (lider|dedicada|especializada|de), ofrecerle*, ofreceros, ayudarle*, ayudaros, presentarle*, presentaros, especializados en, gratis, sin compromiso, gratuit*, empresas como, le ofrezco, me permito`,
  },
  {
    name: "benefit",
    says: "promises the reader a gain",
    phrases: `boost, boosting, increase your, increase (sales|revenue|traffic|conversions|productivity|efficiency), grow your, growing your, double your, triple your, skyrocket, save (you|up to|time|money|#|hours|thousands), reduce (costs|your|the|churn|time), cut (costs|your|down), cutting, roi, ranking, rankings, rank (#|higher|on|in), traffic, first page, page one, qualified leads, more leads, more customers, more clients, new clients, more sales, lead generation, leads per month, meetings booked, booked meetings, streamline, optimi*e, optimi*ing, maximi*e, scale your, unlock, transform, supercharge, accelerate, improve your, visibility, online presence, engagement, conversion rate*, game changer, # %, % more, % increase, % reduction, results, at a fraction, without (hiring|spending|the hassle), hassle, pain points, bottom line, competitive edge, stay ahead, future proof, seo, backlinks, google rankings,
      steigern, mehr (umsatz|kunden|anfragen|leads|sichtbarkeit|reichweite|bewerb*), sparen, kosten senken, einsparen, optimieren, sichtbarkeit, ranking, neukunden, wachstum, zeit sparen, erfolg*, effizien*,
      augmenter, booster, developper votre, plus de (clients|trafic|visibilite|ventes), economis*, reduire, optimiser, gagner du temps, visibilite, referencement, croissance, rentabilite,
      aumentar, mejorar, mas (clientes|ventas|trafico|visibilidad), ahorrar*, ahorro*, reducir, optimizar, posicionamiento, crecer, rentabilidad, impulsar`,
  },
  {
    name: "meeting",
    says: "asks for time in the reader's calendar",
    phrases: `quick call, quick chat, brief call, short call, # min*, # minute*, fifteen minutes, ten minutes, # min call, hop on a, jump on a, book a (time|slot|call|meeting|demo with me|demo here), grab a (time|slot|coffee), my calendar, calendly, calendar link, schedule a (call|time|meeting|quick|demo|chat|free|brief), set up a (call|time|meeting|quick|brief), worth a (chat|call|conversation|quick|look), open to (a|chat*|learn*|explor*|connect*|hear*|discuss*), would you be open, are you open to, are you the right, right person, point me to, who handles, who is responsible, in charge of, does (monday|tuesday|wednesday|thursday|friday|next week) work, next week, this week, tomorrow or, love to show you, show you how, walk you through, tell you more, share more, share how, share some ideas, pick your brain, exchange, connect with you, let us connect, quick question, would you be interested, are you interested, be interested in, if interested, interested in learning, if you are interested, keen to hear, make sense to, worth exploring, explore (a|how|whether|if|synerg*|possible), discuss how, have a chat,
      kurzes (telefonat|gesprach), kurzen (austausch|termin|call), termin vereinbaren, # minuten, richtige ansprechpartner, richtiger ansprechpartner, wer ist bei ihnen, hatten sie interesse, haben sie interesse, darf ich ihnen, wann passt, kennenlernen, austauschen,
      court echange, bref appel, # minutes, echanger, rendez vous, disponible* pour, bonne personne, creneau, seriez vous interesse*, seriez vous disponible*, seriez vous ouvert*, un appel,
      breve llamada, llamada rapida, # minutos, agendar, una reunion, persona adecuada, persona indicada, le interesaria, os interesaria, estaria interesado, tendria disponibilidad, una llamada`,
  },
  {
    name: "praise",
    says: "flatters or has looked at the reader",
    phrases: `love what you*, loved your, love your (work|content|website|blog|mission|brand|article), impressed (by|with), impressive, great work, great job, congrats, congratulations on, huge fan, big fan, noticed (that|your|you|a|some|the), i see (that|you), saw that you*, i came across your (profile|website|site|company|linkedin|blog|article|business|page), came across (you|your (company|profile|website|business|blog|linkedin)), stumbled (upon|across), been following, following your, i was on your, was browsing your, visited your website, visiting your, checked out your, looked at your, looking at your (website|site|linkedin|profile|page), reviewing your website, while researching, your profile (caught|stood|matches|looks), perfect fit for, great fit, beeindruckt, aufmerksam geworden, ihr profil, ist mir aufgefallen, ist uns aufgefallen, tombe sur votre, j ai remarque, j ai decouvert votre, interpelle, he visto que, me llamo la atencion, impresionado`,
  },
  {
    name: "proof",
    says: "names its clients, years or results",
    phrases: `case stud*, clients include, customers include, trusted by, clients such as, companies such as, brands like, worked with (brands|companies|over|more), helped (#|over|companies|clients|brands|businesses|dozens|hundreds), # years of experience, years of experience, over # years, # + years, since #, founded in, established in, headquartered in, based in (india|china|pakistan|ukraine|shenzhen|dhaka|bangladesh|vietnam|lahore|kolkata), iso #, certified factory, exported to, leading (provider|manufacturer|supplier|agency|company|platform), award winning, fortune #, top rated, referenzen, zufriedene kunden, fuhrend*, jahre erfahrung, jahren erfahrung, seit #, leader, ans d experience, experience de, references, confiance, lider en, anos de experiencia, desde #, confian en`,
  },
  {
    name: "opt-out",
    says: "can be unsubscribed from",
    phrases: `unsubscribe, opt out, opt-out, opting out, stop receiving, not hear from (me|us), do not want to (hear|receive), remove you, removed from, reply (stop|no|remove), no longer wish, update your preferences, manage (your|) preferences, email preferences, received this (email|e mail|newsletter|message) because, you are receiving, view (in|this email in) (your|a|) browser, view online, not for you, not a fit, if this is not, wrong person, privacy policy, all rights reserved, abmelden, abbestellen, austragen, newsletter, keine weiteren (e|mails|nachrichten), im browser, desabonner, desinscri*, ne plus recevoir, lettre d information, darse de baja, dar de baja, cancelar suscripcion, no desea recibir, boletin`,
  },
  {
    name: "chase",
    says: "chases an earlier mail of its own",
    phrases: `following up, follow up on, followup, follow up to my, bumping, bump this, circling back, circle back, floating this, checking in, check in, touching base, top of your inbox, my (last|previous|earlier) (email|mail|message|note), did you get (a chance|my), did you see my, have not heard (back|from), any thoughts, last (try|attempt|email|time), closing your file, one last, nachfassen, meine (letzte|vorherige) (mail|e|nachricht), noch einmal auf, relance, reviens vers vous, mon dernier (mail|message), mon precedent, mi anterior (correo|email|mensaje), mi ultimo (correo|email|mensaje), retomar`,
  },
  {
    name: "links",
    says: "wants links, posts or lists sold",
    phrases: `guest post*, sponsored post*, sponsored content, backlink*, back link*, link insertion, link exchange, do follow, dofollow, link building, domain authority, da #, write (for your|an article|a post), article for your (site|blog|website), place a link, content for your (site|blog|website), paid post, domain name, email list*, mailing list*, attendee* list, attendees, contact list*, decision makers, b2b (data|contacts|leads|database), verified (contacts|emails|leads), data list*, leads list, counts and pricing, influencer*, collab, gastbeitrag, backlinks, linkaufbau, article invite, liens, base de donnees de, listas de contactos, enlaces`,
  },
  {
    name: "money-offer",
    says: "offers capital or to take over the business",
    phrases: `acquire your, acquiring your, buy your (company|business|firm|domain), selling your (business|company), sell your (business|company|firm), exit, valuation, investor*, invest in your, investment in, private equity, venture capital, funding, business loan*, working capital, line of credit, merchant cash, capital for, term sheet, buyers for your, search fund, buyer who, financ* for your, unternehmensnachfolge, kapital, investoren, nachfolge, kredit*, investisseur*, racheter votre, financement, inversores, inversion en su, prestamo*, financiacion`,
  },
  {
    name: "recruiter",
    says: "offers a job or candidates",
    phrases: `candidate, candidates, vacancy, vacancies, hiring (manager|for|a|needs), open (role*|position*), role (at|with|in|of|as), position (at|of|in|as), job opportunity, career opportunity, new opportunity, exciting opportunity, opportunity (as|at|with), recruiter, recruitment, recruiting, headhunt*, talent, salary, salary range, k base, base salary, remote role, years experience, your experience as, new challenge, open to new, next career, staffing, contractors, placement*, talent acquisition, we are hiring, for our client, my client is, stellenangebot, vakanz, kandidat*, personalvermittlung, karriere*, neue herausforderung, position als, fachkrafte, recruteur, candidat*, poste de, opportunite professionnelle, cabinet de recrutement, profil correspond, oferta de empleo, seleccion de personal, candidato*, vacante*, puesto de, oportunidad laboral, proceso de seleccion`,
  },
  {
    name: "applicant",
    says: "applies for work",
    phrases: `apply for, applying for, application for (the|a|an), applied for, my application, my cv, my resume, cv attached, resume attached, attached (my|is my) (cv|resume), cover letter, curriculum, internship*, intern, apprentic*, job opening*, any openings, any vacancies, any jobs, part time job, summer job, graduate*, recent graduate, degree in, bachelor*, my skills, my experience, my background, work for you, work for your, working for your, work at your, join your (team|company), part of your team, position you advertised, considered for, looking for a job, looking for work, looking for a position, job hunting, references available, available for an interview, bewerbung, bewerbe, bewerben, lebenslauf, praktik*, ausbildungsplatz, stelle als, initiativbewerbung, arbeitsstelle, werkstudent*, candidature, mon cv, lettre de motivation, stage de, alternance, postuler, integrer votre, un emploi, curriculum, mi cv, candidatura, practicas, trabajar con ustedes, trabajar en su, busco (trabajo|empleo), incorporarme`,
  },
];
