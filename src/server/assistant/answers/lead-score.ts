import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import { keyOfRuleField } from "#shared/contract/leads/rule-condition.ts";
import type { Language } from "#shared/language.ts";
import { counted } from "#shared/counted.ts";
import { countsAsQualified } from "#shared/lead-status.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { fieldNoun } from "#shared/field-words.ts";
import { partNotes, pointsWords } from "#shared/score-words.ts";
import { fromData, leadLink, sentences, type Asking } from "#server/assistant/answers/answer.ts";
import { decisionWords } from "#server/assistant/answers/several-facts.ts";
import { aboutLead } from "#server/assistant/answers/find-lead.ts";
import { oneStatusIn, statusWords } from "#server/assistant/words/lead-words.ts";
import { listed, numberWords } from "#server/assistant/words/moment.ts";
import { quoted, type Say } from "#server/assistant/words/say.ts";
import { leadExplanation } from "#server/features/leads/lead-detail.ts";

const SHOWN_PARTS = 8;
const SHOWN_RULES = 4;

/** "Why is Ann Lee at 45?": the points with their rules, keywords and the sentences they were found in. */
export const leadScore = aboutLead(async (lead, asking) => {
  const { say } = asking;
  const explanation = await leadExplanation(asking.workspace, lead.id);
  const { score } = explanation;
  return fromData(
    [
      say(
        `${lead.name} has a score of ${score}.`,
        `${lead.name} hat ${score} Punkte.`,
        `${lead.name} a un score de ${score}.`,
        `${lead.name} tiene una puntuación de ${score}.`,
      ),
      ...scoreLines(explanation, asking),
      thresholdWords(lead, explanation, asking),
      asking.language === "en" ? "" : await decisionWords(lead, asking),
    ],
    [leadLink(lead.id, lead.name), { label: "Rules & Keywords", href: "/rules" }],
    explanation.missing > 0 ? [`What would make ${lead.name} qualify?`] : [],
  );
});

/** "What would make Ann Lee qualify?": the missing points, and the rules that could add them. */
export const leadToQualify = aboutLead(async (lead, { workspace, say, language }) => {
  const explanation = await leadExplanation(workspace, lead.id);
  const { score, threshold, missing, open } = explanation;
  const links = [leadLink(lead.id, lead.name), { label: "Rules & Keywords", href: "/rules" }];
  if (countsAsQualified(lead.status)) {
    return fromData(
      say(
        `${lead.name} ${statusWords(lead.status, lead.statusSetBy)}, with a score of ${score} (threshold ${threshold}).`,
        `${lead.name} ist schon qualifiziert, mit ${score} Punkten (Schwellenwert ${threshold}).`,
        `${lead.name} est déjà qualifié, avec un score de ${score} (seuil ${threshold}).`,
        `${lead.name} ya está calificado, con ${score} puntos (umbral ${threshold}).`,
      ),
      links,
    );
  }
  if (missing === 0) {
    return fromData(
      say(
        `${lead.name} has a score of ${score}, which reaches the threshold of ${threshold}, but it ${statusWords(lead.status, lead.statusSetBy)}. Rules don't change a status that was set manually. Change it on the lead's page, or undo the decision.`,
        `${lead.name} erreicht mit ${score} Punkten den Schwellenwert von ${threshold}, aber der Status wurde von Hand gesetzt. Ändern Sie ihn auf der Seite des Leads.`,
        `${lead.name} atteint le seuil de ${threshold} avec un score de ${score}, mais son statut a été fixé à la main. Changez-le sur la page du prospect.`,
        `${lead.name} alcanza el umbral de ${threshold} con ${score} puntos, pero su estado se fijó a mano. Cámbielo en la página del lead.`,
      ),
      links,
    );
  }
  const decided =
    lead.statusSetBy === "person"
      ? say(
          `${lead.name} ${statusWords(lead.status, lead.statusSetBy)}, and rules don't change that. Set the status on the lead's page. By score alone:`,
          "Den Status hat jemand gesetzt, Regeln ändern ihn nicht. Nur nach Punkten:",
          "Son statut a été fixé à la main, les règles ne le changent pas. D'après le score seul :",
          "Su estado se fijó a mano y las reglas no lo cambian. Solo según la puntuación:",
        )
      : "";
  return fromData(
    [
      decided,
      say(
        `${lead.name} has a score of ${score} and needs ${counted(missing, "more point")} to reach the threshold of ${threshold}.`,
        `${lead.name} hat ${score} Punkte. Bis zum Schwellenwert von ${threshold} fehlen ${missing}.`,
        `${lead.name} a un score de ${score}. Il manque ${missing} points pour atteindre le seuil de ${threshold}.`,
        `${lead.name} tiene ${score} puntos. Faltan ${missing} para alcanzar el umbral de ${threshold}.`,
      ),
      ...(open.length === 0
        ? [
            say(
              "It already matches every keyword of the active rules. Add a rule, or lower the threshold.",
              "Alle Stichwörter der aktiven Regeln treffen schon zu.",
              "Tous les mots-clés des règles actives sont déjà trouvés.",
              "Ya coincide con todas las palabras clave de las reglas activas.",
            ),
          ]
        : [
            say(
              "Each of these keywords would add points:",
              "Diese Stichwörter würden Punkte bringen:",
              "Ces mots-clés rapporteraient des points :",
              "Estas palabras clave darían puntos:",
            ),
            ...open.slice(0, SHOWN_RULES).map((rule) => ruleLine(rule, say, language)),
            say(
              "Keywords in the lead's notes count, too. You can also qualify it manually.",
              "Stichwörter in den Notizen zählen mit. Sie können den Lead auch von Hand qualifizieren.",
              "Les mots-clés des notes comptent aussi. Vous pouvez aussi le qualifier à la main.",
              "Las palabras clave de las notas también cuentan. También puede calificarlo a mano.",
            ),
          ]),
    ],
    links,
    [`Why is ${lead.name} at ${score}?`],
  );
});

/** The points of an explanation, one per line, adding up to the score. */
function scoreLines({ parts, cap, ageDays }: LeadExplanation, { say, language }: Asking): string[] {
  if (parts.length === 0) {
    return [
      say(
        "It matches none of the active rules' keywords.",
        "Kein Stichwort der aktiven Regeln trifft zu.",
        "Aucun mot-clé des règles actives n'est trouvé.",
        "No coincide con ninguna palabra clave de las reglas activas.",
      ),
    ];
  }
  const notes = partNotes(parts, ageDays);
  const lines = parts
    .slice(0, SHOWN_PARTS)
    .map(({ points, ruleName, keyword, field, fieldName, isCondition, excerpt }, index) => {
      const signed = points < 0 ? `−${-points}` : `+${points}`;
      const sentence = excerpt === "" ? "" : `, “${oneLine(excerpt)}”`;
      if (language !== "en") {
        return `• ${signed}, ${say("", "Regel", "règle", "regla")} ${quoted(ruleName, say)}: ${keyword}${sentence}`;
      }
      const note = notes[index] ? ` (${notes[index]})` : "";
      const place = keyOfRuleField(field) === null ? fieldNoun(field) : fieldName;
      const found = isCondition === true ? keyword : `“${keyword}” in ${place}`;
      return `• ${pointsWords(points)} from the rule “${ruleName}”${note}: ${found}${sentence}`;
    });
  const others = parts.slice(SHOWN_PARTS);
  if (others.length > 0) {
    const sum = others.reduce((total, { points }) => total + points, 0);
    const n = numberWords(others.length, language);
    lines.push(
      say(
        `• ${pointsWords(sum)} from ${counted(others.length, "other keyword")}`,
        `• ${sum} aus ${n} weiteren Stichwörtern`,
        `• ${sum} de ${n} autres mots-clés`,
        `• ${sum} de ${n} palabras clave más`,
      ),
    );
  }
  if (cap < 0) {
    lines.push(
      say(
        `• ${pointsWords(cap)} because scores are capped at 100`,
        `• −${-cap}, weil höchstens 100 Punkte zählen`,
        `• −${-cap}, car le score est limité à 100`,
        `• −${-cap}, porque el máximo es 100`,
      ),
    );
  }
  return lines;
}

function thresholdWords(lead: StoredLead, { missing, threshold }: LeadExplanation, { say, language }: Asking): string {
  const status = say(
    `It ${statusWords(lead.status, lead.statusSetBy)}.`,
    `Status: ${oneStatusIn(lead.status, language)}.`,
    `Statut : ${oneStatusIn(lead.status, language)}.`,
    `Estado: ${oneStatusIn(lead.status, language)}.`,
  );
  const reach =
    missing > 0
      ? say(
          `That's ${counted(missing, "point")} below the threshold of ${threshold}.`,
          `Das sind ${missing} Punkte unter dem Schwellenwert von ${threshold}.`,
          `C'est ${missing} points sous le seuil de ${threshold}.`,
          `Son ${missing} puntos menos que el umbral de ${threshold}.`,
        )
      : say(
          `That reaches the threshold of ${threshold}.`,
          `Das erreicht den Schwellenwert von ${threshold}.`,
          `Le seuil de ${threshold} est atteint.`,
          `Alcanza el umbral de ${threshold}.`,
        );
  return sentences(reach, status);
}

function ruleLine(
  { ruleName, points, keywords, more, isEnough }: LeadExplanation["open"][number],
  say: Say,
  language: Language,
): string {
  const enough = isEnough ? say(", enough to qualify", ", das genügt", ", cela suffit", ", basta") : "";
  const shown = listed(
    keywords.map((keyword) => quoted(keyword, say)),
    language,
  );
  const others = more > 0 ? say(" and others", " und andere", " et d'autres", " y otras") : "";
  return say(
    `• “${ruleName}”, ${pointsWords(points)} for each of ${shown}${others}${enough}`,
    `• „${ruleName}“, je ${points} Punkte: ${shown}${others}${enough}`,
    `• « ${ruleName} », ${points} points chacun : ${shown}${others}${enough}`,
    `• «${ruleName}», ${points} puntos cada una: ${shown}${others}${enough}`,
  );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}
