import { expect, test } from "vitest";
import { languageOf } from "#server/pipeline/text/language.ts";

test.each([
  ["en", "Hello, we are looking for a CRM for our sales team. Could you send us a quote?"],
  ["de", "Guten Tag, wir suchen eine Software für unseren Vertrieb und hätten gerne ein Angebot."],
  ["fr", "Bonjour, nous cherchons un logiciel pour notre équipe. Pouvez-vous nous envoyer un devis ?"],
  ["es", "Hola, buscamos un programa para nuestro equipo. ¿Nos podrían enviar una oferta?"],
  [null, "Buongiorno, cerchiamo un programma per la nostra squadra e vorremmo una offerta."],
  [null, "Goedendag, wij zoeken een pakket voor onze ploeg en willen graag een offerte van u."],
  [null, "Angebot 2026"],
  [null, ""],
])("%s: %s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});
