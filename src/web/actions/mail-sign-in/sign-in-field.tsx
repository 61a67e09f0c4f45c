import { useQuery } from "@tanstack/react-query";
import { MAIL_PROVIDER_FACTS, MAIL_PROVIDERS, type SignInMethod } from "#shared/mail-providers.ts";
import { mailSignInsQuery } from "#web/api/mail-sign-ins.ts";
import { SelectField } from "#web/ui/fields/fields.tsx";

interface SignInFieldProps {
  method: SignInMethod;
  /** What the choice of a password is called. */
  password: string;
  error: string | undefined;
  /** `account` is empty if unknown. */
  onChoose: (method: SignInMethod, account: string) => void;
}

/** How to sign in; hidden if there is only one way, as no provider is connected and none is chosen. */
export function SignInField({ method, password, error, onChoose }: SignInFieldProps) {
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const accountOf = (chosen: SignInMethod): string =>
    signIns.find(({ provider }) => provider === chosen)?.account ?? "";
  const offered = MAIL_PROVIDERS.filter((provider) => provider === method || accountOf(provider) !== "");
  if (offered.length === 0) return null;
  const choices = offered.map((value) => {
    const account = accountOf(value);
    const { name } = MAIL_PROVIDER_FACTS[value];
    return { value, label: account === "" ? name : `${name}, ${account}` };
  });
  return (
    <SelectField
      label="Sign in with"
      required
      error={error}
      value={method}
      onChange={({ target }) => {
        const chosen = offered.find((provider) => provider === target.value) ?? "password";
        onChoose(chosen, accountOf(chosen));
      }}
      options={[{ value: "password", label: password }, ...choices]}
    />
  );
}
