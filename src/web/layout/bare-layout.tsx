import { Outlet } from "react-router";
import { Brand } from "#web/layout/brand.tsx";
import { useScreenHandle } from "#web/layout/screen-handle.ts";
import { useWindowTitle } from "#web/layout/window-title.ts";

/** Layout of the pages before sign-in: no sidebar, and no data is loaded. */
export function BareLayout() {
  const { title } = useScreenHandle();
  useWindowTitle(title);
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center bg-canvas p-4">
      <div className="flex w-full max-w-sm flex-col gap-6">
        <Brand />
        <div className="rounded-lg border border-line bg-surface p-6 max-md:p-5">
          <h1 className="mb-5 text-xl font-semibold">{title}</h1>
          <Outlet />
        </div>
      </div>
    </main>
  );
}
