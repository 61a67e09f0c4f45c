import { expect, test } from "vitest";
import { languageOf } from "#server/pipeline/text/language.ts";

test.each([
  ["en", "Hello, we are looking for a CRM for our sales team. Could you send us a quote?"],
  ["de", "Guten Tag, wir suchen eine Software für unseren Vertrieb und hätten gerne ein Angebot."],
  ["fr", "Bonjour, nous cherchons un logiciel pour notre équipe. Pouvez-vous nous envoyer un devis ?"],
  ["es", "Hola, buscamos un programa para nuestro equipo. ¿Nos podrían enviar una oferta?"],
  ["en", "Please call me back"],
  ["de", "Rückruf\nBitte um Rückruf wegen Ihrer Software, am besten vormittags."],
  ["de", "Angebot für 20 Lizenzen"],
  ["fr", "Merci de me rappeler"],
  ["fr", "Demande de devis pour 20 licences"],
  ["es", "Necesito un presupuesto para 20 licencias"],
  ["es", "Por favor llámenme mañana"],
  [null, "Por favor, me envie um orçamento para 20 licenças"],
  [null, "Vorrei un preventivo per 20 licenze"],
  [null, "Vraag offerte voor 20 licenties"],
  [null, "Buongiorno, cerchiamo un programma per la nostra squadra e vorremmo una offerta."],
  [null, "Goedendag, wij zoeken een pakket voor onze ploeg en willen graag een offerte van u."],
  [null, "Angebot 2026"],
  [null, ""],
])("%s: %s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});
