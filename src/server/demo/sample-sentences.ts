import { MAIL_SENTENCES } from "#server/demo/mail-sentences.ts";
import type { Language } from "#server/demo/sample-cultures.ts";

/**
 * What a sentence gives away. Those of the first four hold one keyword of the rule they stand for; `context` goes with
 * any of them, `idle` says that nothing will come of it, `opens` begins a message. The last three hold no keyword.
 */
export type Signal = "asks" | "money" | "hurry" | "grows" | "context" | "idle" | "opens";

/** Who speaks: the lead itself in a form or by mail, a colleague's note about it, or a page on its website. */
export type Voice = "lead" | "mail" | "note" | "page";

export type Sentences = Partial<Record<Signal, readonly string[]>> &
  Record<"asks" | "money" | "context" | "idle", readonly string[]>;

/** {n} stands for a number of people, {city} for one of the culture's cities. */
export const SENTENCES: Record<Voice, Record<"en", Sentences> & Partial<Record<Language, Sentences>>> = {
  mail: MAIL_SENTENCES,
  lead: {
    en: {
      asks: [
        "Could you show us a demo of the delivery planner?",
        "Please send a quote for {n} users.",
        "What is your pricing for {n} seats?",
        "We would like a proposal that we can discuss on Thursday.",
        "Is there a free trial for a team of {n}?",
        "May I have your current price list?",
      ],
      money: [
        "The budget has been approved.",
        "We are preparing a tender and would like you to take part.",
        "You will receive our RFP in the coming days.",
        "Our board has signed off the money.",
      ],
      hurry: [
        "It is urgent, because our present supplier closes.",
        "We want to go live this quarter.",
        "Our deadline is the end of next month.",
        "Please call me as soon as possible.",
      ],
      grows: [
        "We are opening a second warehouse in {city}.",
        "We deliver from multiple locations and lose sight of the vans.",
        "Our new site in {city} starts with {n} people.",
        "We expand to {city} next spring.",
      ],
      context: [
        "Today we keep our stock in a spreadsheet.",
        "A customer of yours in {city} told me about you.",
        "We are {n} people and plan the rounds on a whiteboard.",
        "I read your article about empty runs.",
      ],
      idle: [
        "Could you take me off the newsletter, please?",
        "I am writing a thesis about route planning.",
        "We have just signed with another supplier.",
        "Which languages does the app speak?",
      ],
    },
    de: {
      asks: [
        "Bitte schicken Sie uns ein Angebot für {n} Arbeitsplätze.",
        "Können Sie mir Ihre Preisliste zusenden?",
        "Wir hätten gern eine Vorführung der Tourenplanung.",
      ],
      money: ["Das Budget ist freigegeben."],
      hurry: ["Es ist dringend, unser Vertrag läuft aus."],
      context: [
        "Bisher planen wir mit Tabellen.",
        "Ein Kunde aus {city} hat Sie empfohlen.",
        "Wir sind {n} Leute im Lager.",
      ],
      idle: ["Ich schreibe eine Arbeit über Tourenplanung.", "Bitte nehmen Sie mich aus dem Verteiler."],
    },
    fr: {
      asks: [
        "Pouvez-vous nous envoyer un devis pour {n} postes ?",
        "Nous aimerions connaître vos tarifs.",
        "Une démonstration serait la bienvenue.",
      ],
      money: ["Le budget est validé."],
      hurry: ["C'est urgent pour nous, la saison commence."],
      context: [
        "Aujourd'hui nous travaillons avec un tableur.",
        "Un client à {city} nous a parlé de vous.",
        "Nous sommes {n} à l'entrepôt.",
      ],
      idle: ["Je cherche un stage en logistique.", "Merci de me retirer de votre liste."],
    },
    es: {
      asks: ["Necesitamos un presupuesto para {n} usuarios.", "¿Nos pueden enviar los precios?"],
      money: ["La dirección ya aprobó la inversión."],
      hurry: ["Es urgente, empezamos la temporada."],
      context: [
        "Hoy llevamos el almacén en una hoja de cálculo.",
        "Un cliente en {city} nos habló de ustedes.",
        "Somos {n} personas en el almacén.",
      ],
      idle: ["Busco prácticas en su empresa.", "Por favor, denme de baja del boletín."],
    },
    ja: {
      asks: ["{n}名分の見積をお願いいたします。", "配送計画のデモを見せていただけますか。"],
      money: ["予算は承認済みです。"],
      hurry: ["至急ご連絡ください。"],
      context: [
        "現在は表計算で在庫を管理しています。",
        "{city}のお客様から御社を紹介されました。",
        "倉庫には{n}名います。",
      ],
      idle: ["今年度は導入の予定がございません。", "メール配信の停止をお願いいたします。"],
    },
  },
  note: {
    en: {
      asks: [
        "Asked for a demo of the delivery planner.",
        "Wants a quote for {n} users.",
        "Would like to see pricing for {n} seats.",
        "Requested a proposal by e-mail.",
        "Started a free trial with {n} colleagues.",
      ],
      money: [
        "Budget is approved for this year.",
        "They are running a tender.",
        "RFP comes by post.",
        "Spending is signed off by the board.",
      ],
      hurry: [
        "Contract with the present supplier ends, so it is urgent.",
        "Wants to start this quarter.",
        "Has a deadline at the end of the month.",
      ],
      grows: [
        "Opens a second warehouse in {city}.",
        "Delivers from multiple locations.",
        "Moves to a new site in {city}.",
        "Plans to expand to {city}.",
      ],
      context: [
        "Keeps the stock in a spreadsheet today.",
        "{n} people in the warehouse, rounds planned by hand.",
        "Knows us from a customer in {city}.",
        "Reads our newsletter.",
      ],
      idle: [
        "Uses a spreadsheet and is content with it.",
        "Left a card at reception.",
        "No project at the moment.",
        "Asked to be called after the holidays.",
        "Collects information for a colleague in {city}.",
        "Compared three suppliers last year and stayed where they are.",
      ],
    },
  },
  page: {
    en: {
      asks: [
        "Suppliers of planning software may send a proposal to this address.",
        "Send your price list to our purchasing desk.",
        "We invite vendors to show a demo on site.",
      ],
      money: [
        "Open tender: stock and delivery planning for {n} users.",
        "Our RFP for warehouse software can be downloaded here.",
        "Projects with an approved budget are listed below.",
      ],
      hurry: ["The deadline for offers is the last day of the month.", "We hope to sign this quarter."],
      grows: [
        "Our second warehouse in {city} opens soon.",
        "We serve our customers from multiple locations.",
        "We expand to {city}.",
      ],
      context: ["A family business since 1974, at home in {city}.", "Our team of {n} looks forward to your visit."],
      idle: [
        "Opening hours: Monday to Friday, 8 to 17.",
        "Deliveries at the yard gate only.",
        "We are hiring drivers in {city}.",
        "Certified to ISO 9001.",
      ],
    },
  },
};
