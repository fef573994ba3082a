/** The last look at a write, after the server has accepted its dry run. */
import type { ReactNode } from "react";
import type { Change } from "../api/changes";
import { TEXTS } from "../texts";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { ChangeList } from "./ChangeList";
import { Warnings } from "./Warnings";
import { YamlDiff } from "./YamlDiff";

interface ReviewDialogProps {
  readonly title: string;
  readonly changes?: readonly Change[];
  /** The YAML before, which a new object does not have. */
  readonly before?: string;
  readonly after: string;
  readonly warnings: readonly string[];
  readonly notes?: ReactNode;
  readonly confirm: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ReviewDialog(props: ReviewDialogProps) {
  const { title, changes, before, after, warnings, notes, confirm, isBusy, onConfirm, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWide
      footer={
        <>
          <button type="button" className="button" onClick={onClose} disabled={isBusy}>
            {TEXTS.edit.back}
          </button>
          <button type="button" className="button button-primary" onClick={onConfirm} disabled={isBusy}>
            {isBusy ? TEXTS.edit.applying : confirm}
          </button>
        </>
      }
    >
      <Notice tone="good" title={TEXTS.edit.accepted} />
      <Warnings warnings={warnings} />
      {notes}
      {changes && <ChangeList changes={changes} />}
      <details className="details" open={changes === undefined}>
        <summary>{TEXTS.edit.full}</summary>
        {before === undefined ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <pre className="diff" tabIndex={0}>
            {after}
          </pre>
        ) : (
          <YamlDiff before={before} after={after} />
        )}
      </details>
    </Dialog>
  );
}
