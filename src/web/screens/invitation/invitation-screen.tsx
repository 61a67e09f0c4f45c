import { useMutation, useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { detailOf } from "#web/api/api-error.ts";
import { acceptInvitation, sessionQuery } from "#web/api/session.ts";
import { NewPasswordField, passwordComplaint } from "#web/acts/new-password-field.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Where an invitation's link leads: its person chooses a password and is in. */
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
      await mutateAsync({ token, password });
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
        <p className="text-muted">
          This address is only half of an invitation. Open the link once more, as a whole, where it was sent to you; it
          works until you have chosen a password.
        </p>
        <Link to={paths.signIn()} className={`${buttonClass("secondary")} mt-5`}>
          To the sign-in
        </Link>
      </>
    );
  }
  return (
    <form noValidate aria-label="Choose a password" onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-muted">You have been invited to Winnow. With a password of your own you are in.</p>
      {session?.user != null && (
        <Notice>
          You are signed in as <bdi className="font-semibold">{session.user.username}</bdi>. This browser will be signed
          in as whoever the invitation is for.
        </Notice>
      )}
      <NewPasswordField ref={input} value={password} onChange={setPassword} error={complaint} />
      <div role="alert" className="empty:-mt-4">
        {refusal !== "" && <Notice tone="danger">{refusal}</Notice>}
      </div>
      <Button type="submit" variant="primary" busy={isPending} busyLabel="One moment...">
        Set password and sign in
      </Button>
    </form>
  );
}

/** The secret after the #, which leaves the address bar and the history at once. */
function useTokenOfLink(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(hash.slice(1));
  // Another link that is opened in the same tab changes only this part of the address.
  if (hash !== "" && hash.slice(1) !== token) setToken(hash.slice(1));
  useEffect(() => {
    if (hash !== "") void navigate({ hash: "" }, { replace: true });
  }, [hash, navigate]);
  return token;
}
