import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { detailOf } from "#web/api/connection/api-error.ts";
import { importQuery, uploadImport } from "#web/api/imports.ts";
import { keys } from "#web/api/connection/keys.ts";

interface Upload {
  /** The file being uploaded, or null. */
  file: File | null;
  /** Upload progress, 0 to 1. */
  part: number;
  /** Why the server rejected the last file. */
  refusal: string | null;
  send: (file: File) => Promise<void>;
  cancel: () => void;
}

/** Uploads a file, of which the server parses the beginning; `onReady` receives the import to review. */
export function useUpload(onReady: (id: string) => void): Upload {
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = async (chosen: File): Promise<void> => {
    sending.current?.abort();
    const abort = new AbortController();
    sending.current = abort;
    setFile(chosen);
    setPart(0);
    setRefusal(null);
    try {
      const ready = await uploadImport(chosen, setPart, abort.signal);
      client.setQueryData(importQuery(ready.id).queryKey, ready);
      void client.invalidateQueries({ queryKey: keys.imports, exact: true });
      onReady(ready.id);
    } catch (error) {
      if (!abort.signal.aborted) setRefusal(detailOf(error));
    } finally {
      if (sending.current === abort) setFile(null);
    }
  };
  return {
    file,
    part,
    refusal,
    send,
    cancel: () => {
      sending.current?.abort();
      sending.current = null;
      setFile(null);
    },
  };
}
