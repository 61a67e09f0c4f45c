import type { Language } from "#server/demo/sample-cultures.ts";
import type { Sentences } from "#server/demo/sample-sentences.ts";

/**
 * What people write who want to buy; in the languages that the analysis of e-mail reads. An `opens` says so without a
 * keyword of any rule, and an `idle` is a question before a purchase: a message without keywords is a lead as well.
 */
export const MAIL_SENTENCES: Record<"en", Sentences> & Partial<Record<Language, Sentences>> = {
  en: {
    opens: [
      "We are looking for software that plans the rounds of our {n} vans and would like to talk to your sales team.",
      "We would like to replace our spreadsheet and are interested in your delivery planner for {n} users.",
      "Could somebody from your sales team call me? We need a delivery planner for {n} drivers.",
      "We are looking for a stock and delivery planner for our warehouse in {city}; {n} people would work with it.",
      "We want to buy software for route planning, {n} drivers to begin with, and you are on our list.",
    ],
    asks: [
      "Could you show us a demo next week?",
      "Please send us a quote for {n} users.",
      "What is your pricing for {n} seats?",
      "Could you send us a proposal that we can discuss on Thursday?",
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
    ],
    idle: [
      "Which languages does the app speak?",
      "How long does it take until everything runs?",
      "Can the drivers see their round on the phone?",
      "Does it work with our accounting?",
    ],
  },
  de: {
    opens: [
      "wir suchen eine Software für die Tourenplanung von {n} Fahrzeugen und interessieren uns für Ihre Lösung.",
      "wir möchten unsere Tabellen ablösen und suchen eine Tourenplanung für {n} Arbeitsplätze.",
    ],
    asks: [
      "Bitte schicken Sie uns ein Angebot für {n} Arbeitsplätze.",
      "Können Sie mir Ihre Preisliste zusenden?",
      "Wir hätten gern eine Vorführung der Tourenplanung.",
    ],
    money: ["Das Budget ist freigegeben."],
    hurry: ["Es ist dringend, unser Vertrag läuft aus."],
    context: ["Bisher planen wir mit Tabellen.", "Ein Kunde aus {city} hat Sie empfohlen."],
    idle: ["In welchen Sprachen gibt es die App?", "Wie lange dauert die Einführung?"],
  },
  fr: {
    opens: [
      "Nous cherchons un logiciel de planification de tournées pour {n} véhicules et votre solution nous intéresse.",
      "Nous souhaitons acheter un logiciel de planification de tournées pour {n} chauffeurs.",
    ],
    asks: [
      "Pouvez-vous nous envoyer un devis pour {n} postes ?",
      "Nous aimerions connaître vos tarifs.",
      "Pourriez-vous nous faire une démonstration ?",
    ],
    money: ["Le budget est validé."],
    hurry: ["C'est urgent pour nous, la saison commence."],
    context: ["Aujourd'hui nous travaillons avec un tableur.", "Un client à {city} nous a parlé de vous."],
    idle: ["Dans quelles langues l'application existe-t-elle ?", "Combien de temps faut-il pour la mise en place ?"],
  },
  es: {
    opens: [
      "Buscamos un programa de planificación de rutas para {n} vehículos y nos interesa su solución.",
      "Queremos comprar un programa de planificación de rutas para {n} conductores.",
    ],
    asks: ["Necesitamos un presupuesto para {n} usuarios.", "¿Nos pueden enviar los precios?"],
    money: ["La dirección ya aprobó la inversión."],
    hurry: ["Es urgente, empezamos la temporada."],
    context: ["Hoy llevamos el almacén en una hoja de cálculo.", "Un cliente en {city} nos habló de ustedes."],
    idle: ["¿En qué idiomas está la aplicación?", "¿Cuánto tiempo lleva la puesta en marcha?"],
  },
};
