/** The choice between the user's value and the other one, for each field that both changed. */
import { fieldPath } from "@chartroom/form";
import { useId, useState } from "react";
import type { Conflict } from "../api/changes";
import { TEXTS } from "../texts";
import { Dialog } from "../ui/Dialog";
import { Value } from "./ChangeList";
import type { ManagedConflict } from "./submit";

interface ConflictDialogProps {
  readonly title: string;
  readonly help: string;
  readonly conflicts: readonly (Conflict | ManagedConflict)[];
  readonly isBusy: boolean;
  /** Called with the conflicts in which the user's value wins, and the others. */
  readonly onResolve: (mine: readonly Conflict[], theirs: readonly Conflict[]) => void;
  readonly onClose: () => void;
}

type Side = "mine" | "theirs";

export function ConflictDialog({ title, help, conflicts, isBusy, onResolve, onClose }: ConflictDialogProps) {
  const [sides, setSides] = useState<Readonly<Record<number, Side>>>({});
  const id = useId();
  const pick = (side: Side) => conflicts.filter((_, i) => sides[i] === side);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWide
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            {TEXTS.edit.back}
          </button>
          <button
            type="button"
            className="button button-primary"
            disabled={isBusy || Object.keys(sides).length < conflicts.length}
            onClick={() => onResolve(pick("mine"), pick("theirs"))}
          >
            {TEXTS.conflict.continue}
          </button>
        </>
      }
    >
      <p>{help}</p>
      {conflicts.map((conflict, i) => (
        <fieldset key={JSON.stringify(conflict.path)} className="conflict">
          <legend>
            <span className="code">{fieldPath(conflict.path)}</span>
            {"manager" in conflict && (
              <span className="muted"> {TEXTS.conflict.manager(conflict.manager)}</span>
            )}
          </legend>
          <dl className="conflict-values">
            <dt>{TEXTS.conflict.base}</dt>
            <dd>
              <Value value={conflict.base} />
            </dd>
          </dl>
          {(["theirs", "mine"] as const).map((side) => (
            <label key={side} className="conflict-side">
              <input
                type="radio"
                name={`${id}${i}`}
                checked={sides[i] === side}
                onChange={() => setSides({ ...sides, [i]: side })}
              />
              <span>
                <span className="conflict-label">
                  {side === "mine" ? TEXTS.conflict.useMine : TEXTS.conflict.keepTheirs}
                </span>
                <Value value={conflict[side]} />
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}
