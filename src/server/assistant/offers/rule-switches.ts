import { fromData, offered, type Answering, type Asking } from "#server/assistant/answers/answer.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import { listed } from "#server/assistant/words/moment.ts";
import { quoted } from "#server/assistant/words/say.ts";

const MOST_SWITCHED = 5;
const LINK = { label: "Rules & Keywords", href: "/rules" };

/** "Turn all rules back on", "turn off every rule that never matched": a button for each. */
export async function offerSwitchOfAll(asking: Asking, rules: readonly RuleRecord[]): ReturnType<Answering> {
  const { meaning, say } = asking;
  const { text } = meaning.wording;
  const isOn = /\b(?:on|enable|activate|resume|reactivate)\b/u.test(text);
  if (!isOn && !/\b(?:off|disable|deactivate|pause|stop)\b/u.test(text)) return null;
  const isIdle = /\b(?:never|not|no|without|nothing|unused|useless)\b/u.test(text);
  const idle = new Set(
    (await asking.ruleContributions()).rules.flatMap(({ name, leads }) => (leads === 0 ? [name] : [])),
  );
  const found = rules.filter(({ isActive, name }) => isActive !== isOn && (!isIdle || idle.has(name)));
  if (found.length === 0)
    return fromData(
      isOn
        ? say(
            "Every rule is on.",
            "Alle Regeln sind an.",
            "Toutes les règles sont actives.",
            "Todas las reglas están activas.",
          )
        : say(
            "No rule fits that.",
            "Keine Regel passt dazu.",
            "Aucune règle ne correspond.",
            "Ninguna regla coincide.",
          ),
      [LINK],
    );
  const shown = found.slice(0, MOST_SWITCHED);
  const names = listed(
    found.map(({ name }) => quoted(name, say)),
    asking.language,
  );
  return offered(
    asking,
    isOn
      ? say(`Off now: ${names}.`, `Jetzt aus: ${names}.`, `Désactivées : ${names}.`, `Desactivadas: ${names}.`)
      : say(`On now: ${names}.`, `Jetzt an: ${names}.`, `Actives : ${names}.`, `Activas: ${names}.`),
    shown.map(({ id, name }) => ({
      kind: "rule_change",
      label: switchLabel(quoted(name, say), isOn, say),
      id,
      change: { isActive: isOn },
    })),
    [LINK],
  );
}

export const switchLabel = (name: string, isOn: boolean, say: Asking["say"]): string =>
  isOn
    ? say(`Turn on ${name}`, `${name} einschalten`, `Activer ${name}`, `Activar ${name}`)
    : say(`Turn off ${name}`, `${name} ausschalten`, `Désactiver ${name}`, `Desactivar ${name}`);
