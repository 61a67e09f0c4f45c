import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { useOutage } from "#web/api/connection/connection.ts";
import { saveNotes, survivesClosing } from "#web/api/leads/leads.ts";
import { sessionQuery } from "#web/api/session.ts";
import { readDraft, storeDraft, useDraftKey } from "#web/forms/draft-store.ts";
import { isNoteDraft, isOwn, type NoteDraft, notesDraft } from "#web/screens/leads/sheet/note-drafts.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Long enough that a sentence is one entry in the history. */
const PAUSE_MILLISECONDS = 1_500;

type Progress = { state: "idle" | "saving" | "saved" } | { state: "failed"; error: Error };

export interface Notes {
  text: string;
  progress: Progress;
  /** What someone else saved in the meantime, and who if known; null without a conflict. */
  theirs: { text: string; by: string | null } | null;
  /** Whether closing the page would lose text. */
  isAtRisk: boolean;
  write: (text: string) => void;
  /** Saves now instead of after the pause. */
  save: () => void;
  keepMine: () => void;
  useTheirs: () => void;
}

/**
 * Saves notes while they are typed. Until they are saved, a draft in this tab survives closing the lead, a reload, and
 * the end of the server or session; it is sent as soon as that works again.
 */
export function useNotes(lead: LeadDetail, mayWrite: boolean): Notes {
  const key = useDraftKey(notesDraft(lead.id));
  const [draft, setDraft] = useState(() => (mayWrite ? readDraft(key, isNoteDraft) : null));
  const [seen, setSeen] = useState(lead.notes);
  const [theirs, setTheirs] = useState(() => (draft === null || isOwn(draft, lead.notes) ? null : lead.notes));
  const [progress, setProgress] = useState<Progress>({ state: "idle" });
  const { mutateAsync } = useMutation(saveNotes);
  // The latest values for what runs later, even after unmounting.
  const latest = useRef(draft);
  const isMounted = useRef(false);
  const isSaving = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (lead.notes !== seen) {
    setSeen(lead.notes);
    if (draft === null || !isDirty(draft)) setDraft(null);
    else setTheirs(isOwn(draft, lead.notes) ? null : lead.notes);
  }
  const keep = (next: NoteDraft): void => {
    latest.current = next;
    setDraft(next);
    storeDraft(key, isDirty(next) ? next : null);
  };
  const send = async (): Promise<void> => {
    clearTimeout(timer.current);
    const now = latest.current;
    if (now === null || !isDirty(now) || isSaving.current) return;
    isSaving.current = true;
    keep({ ...now, sent: now.text });
    setProgress({ state: "saving" });
    try {
      const stored = await mutateAsync({ id: lead.id, text: now.text, former: now.former });
      const { text } = latest.current ?? now;
      keep({ text: text === now.text ? stored : text, former: stored, sent: stored });
      setProgress({ state: "saved" });
    } catch (error) {
      setProgress({ state: "failed", error: error as Error });
      // A draft on a merged lead moves to the other one.
      const isMoved = error instanceof ApiError && error.mergedInto !== null;
      if (!isMounted.current && !isMoved) {
        toast({
          title: "Error",
          description: "Failed to save notes",
          detail: detailOf(error),
          variant: "destructive",
          action: { label: "Try again", onSelect: () => void send() },
        });
      }
      return;
    } finally {
      isSaving.current = false;
    }
    // What was typed in the meantime.
    if (isMounted.current) timer.current = setTimeout(() => void send(), PAUSE_MILLISECONDS);
    else void send();
  };
  const isContested = theirs !== null;
  const save = useEffectEvent((): void => {
    if (!isContested) void send();
  });

  const saveOnClose = useEffectEvent((): void => {
    const now = latest.current;
    if (!isSaving.current || now === null || now.text === now.sent) return save();
    // The page won't see the answer that it would otherwise wait for.
    void mutateAsync({ id: lead.id, text: now.text, former: now.sent }).catch(() => undefined);
  });

  const { data: session } = useQuery(sessionQuery);
  const canSave = useOutage() === null && session?.state !== "signed-out" && mayWrite;
  useEffect(() => {
    if (canSave) save();
  }, [canSave]);
  useEffect(() => {
    isMounted.current = true;
    const close = (): void => saveOnClose();
    addEventListener("pagehide", close);
    return () => {
      isMounted.current = false;
      removeEventListener("pagehide", close);
      save();
    };
  }, []);

  const unsaved = draft !== null && isDirty(draft);
  const hasFailed = progress.state === "failed";
  const isSentOnClose = draft !== null && survivesClosing(draft.text) && survivesClosing(draft.former);
  const { error } = { error: null, ...progress };
  return {
    text: draft?.text ?? lead.notes,
    progress,
    theirs: theirs === null ? null : { text: theirs, by: error instanceof ApiError ? error.changedBy : null },
    isAtRisk: unsaved && (hasFailed || isContested || !isSentOnClose),
    write: (text) => {
      keep(draft === null ? { text, former: lead.notes, sent: lead.notes } : { ...draft, text });
      if (progress.state === "saved") setProgress({ state: "idle" });
      clearTimeout(timer.current);
      if (!isContested) timer.current = setTimeout(() => void send(), PAUSE_MILLISECONDS);
    },
    save: () => {
      if (!isContested) void send();
    },
    keepMine: () => {
      if (draft === null || theirs === null) return;
      setTheirs(null);
      keep({ ...draft, former: theirs });
      void send();
    },
    useTheirs: () => {
      setTheirs(null);
      setProgress({ state: "idle" });
      latest.current = null;
      setDraft(null);
      storeDraft(key, null);
    },
  };
}

function isDirty({ text, former }: NoteDraft): boolean {
  return text !== former;
}
