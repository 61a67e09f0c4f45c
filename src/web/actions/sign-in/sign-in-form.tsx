import { useMutation } from "@tanstack/react-query";
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { refusalInWords } from "#web/actions/sign-in/sign-in-words.ts";
import { ApiError } from "#web/api/connection/api-error.ts";
import { signIn } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { TextField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface SignInFormProps {
  /** Fixed username, if known. */
  username?: string;
  /** Focuses the first field, for a dedicated sign-in page. */
  takesFocus?: boolean;
  /** Identity provider to offer, with its sign-in URL. */
  provider: { name: string; address: string } | null;
}

/** Name and password, then an authenticator code if the server requires one. */
export function SignInForm({ username: known = "", takesFocus = false, provider }: SignInFormProps) {
  const { mutateAsync, isPending } = useMutation(signIn);
  const [username, setUsername] = useState(known);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [refusal, setRefusal] = useState("");
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) usernameInput.current?.focus();
  }, [takesFocus]);

  const stop = (why: string, field: RefObject<HTMLInputElement | null>): void => {
    flushSync(() => setRefusal(why));
    field.current?.focus();
    field.current?.select();
  };
  const send = async (): Promise<void> => {
    try {
      const body = { username: username.trim(), password, ...(asksCode && { code: code.trim() }) };
      await mutateAsync({ body });
    } catch (error) {
      if (error instanceof ApiError && error.kind === "code_needed" && !asksCode) {
        flushSync(() => setAsksCode(true));
        codeInput.current?.focus();
        return;
      }
      stop(refusalInWords(error), asksCode ? codeInput : passwordInput);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (username.trim() === "") return stop("Enter your username.", usernameInput);
    if (password === "") return stop("Enter your password.", passwordInput);
    if (asksCode && code.trim() === "") return stop("Enter the code from your authenticator app.", codeInput);
    setRefusal("");
    void send();
  };

  return (
    <div className="flex flex-col gap-5">
      <form noValidate aria-label="Sign in" onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Username"
          required
          ref={usernameInput}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => {
            setUsername(event.target.value);
            // Another account may have no second factor.
            setAsksCode(false);
            setCode("");
            setRefusal("");
          }}
        />
        <TextField
          label="Password"
          required
          ref={passwordInput}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {asksCode && (
          <TextField
            label="Code"
            required
            hint="The 6-digit code from your authenticator app, or a recovery code."
            ref={codeInput}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <div role="alert" className="empty:-mt-4">
          {refusal !== "" && <Notice tone="danger">{refusal}</Notice>}
        </div>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Signing in...">
          Sign in
        </Button>
      </form>
      {provider !== null && (
        <>
          <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or
          </p>
          <a href={provider.address} className={buttonClass("secondary")}>
            Sign in with {provider.name}
          </a>
        </>
      )}
    </div>
  );
}
