import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { detailOf } from "#web/api/connection/api-error.ts";
import { acceptInvitation, sessionQuery } from "#web/api/session.ts";
import { useTokenOfLink } from "#web/actions/sign-in/token-of-link.ts";
import { NewPasswordField, passwordComplaint } from "#web/actions/new-password-field.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Target of invitation links: set a password and get signed in. */
export function InvitationScreen() {
  const token = useTokenOfLink();
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const { mutateAsync, isPending } = useMutation(acceptInvitation);
  const [password, setPassword] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const accept = async (): Promise<void> => {
    try {
      await mutateAsync({ body: { token, password } });
      await navigate(paths.dashboard(), { replace: true });
    } catch (error) {
      setRefusal(detailOf(error));
      input.current?.focus();
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = passwordComplaint(password);
    setComplaint(found);
    setRefusal("");
    if (found === undefined) void accept();
    else input.current?.focus();
  };

  if (token === "") {
    return (
      <>
        <p className="text-muted">This invitation link is incomplete. Open the full link you received.</p>
        <Link to={paths.signIn()} className={`${buttonClass("secondary")} mt-5`}>
          Go to sign-in
        </Link>
      </>
    );
  }
  return (
    <form noValidate aria-label="Choose a password" onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">You've been invited to Winnow. Choose a password to get started.</p>
      {session?.user != null && (
        <Notice>
          You're signed in as <bdi className="font-semibold">{session.user.username}</bdi>. Accepting switches this
          browser to the invited account.
        </Notice>
      )}
      <NewPasswordField ref={input} value={password} onChange={setPassword} error={complaint} />
      <div role="alert" className="empty:-mt-4">
        {refusal !== "" && <Notice tone="danger">{refusal}</Notice>}
      </div>
      <Button type="submit" variant="primary" busy={isPending} busyLabel="Signing in...">
        Set password and sign in
      </Button>
    </form>
  );
}
