import { useQuery } from "@tanstack/react-query";
import { Dialog } from "radix-ui";
import { useRef } from "react";
import { identityProviderOf } from "#web/actions/sign-in/identity-provider.ts";
import { SignInForm } from "#web/actions/sign-in/sign-in-form.tsx";
import { sessionQuery } from "#web/api/session.ts";
import { Brand } from "#web/layout/brand.tsx";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

/**
 * Sign-in form over a page whose session has ended. The page stays mounted but hidden and inert, so that input isn't
 * lost.
 */
export function SignInCover({ username }: { username: string }) {
  // Another tab may sign in.
  const { data: session } = useQuery({ ...sessionQuery, refetchOnWindowFocus: "always" });
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          data-cover
          onCloseAutoFocus={onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus();
            // A dialog underneath may have held the focus.
            event.preventDefault();
            content.current?.querySelector<HTMLElement>(`[name=${username === "" ? "username" : "password"}]`)?.focus();
          }}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-canvas p-4 outline-hidden"
        >
          <div className="flex w-full max-w-sm flex-col gap-6">
            <Brand />
            <div className="rounded-lg border border-line bg-surface p-6 max-md:p-5">
              <Dialog.Title className="text-xl font-semibold">Sign in</Dialog.Title>
              <Dialog.Description className="mt-1 mb-5 text-muted">
                Your session ended. Sign in to continue where you left off.
              </Dialog.Description>
              <SignInForm
                username={username}
                provider={identityProviderOf(session, `${location.pathname}${location.search}`)}
              />
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
