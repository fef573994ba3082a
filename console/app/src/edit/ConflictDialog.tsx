/** The choice between the user's value and the other one, for each field that both changed. */
import { fieldPath } from "@chartroom/form";
import { useId, useState } from "react";
import type { Conflict } from "../api/changes";
import { equal, type JsonObject } from "../api/json";
import { maskedAt } from "../api/sensitive";
import { RevealCheckbox } from "../detail/RevealCheckbox";
import { TEXTS } from "../texts";
import { Dialog } from "../ui/Dialog";
import { Value } from "./ChangeList";
import type { ManagedConflict } from "./submit";

interface ConflictDialogProps {
  readonly title: string;
  readonly help: string;
  readonly conflicts: readonly (Conflict | ManagedConflict)[];
  /** The schema of the object, which marks sensitive values. */
  readonly schema: JsonObject | undefined;
  readonly isBusy: boolean;
  /** Called with the conflicts in which the user's value wins, and the others. */
  readonly onResolve: (mine: readonly Conflict[], theirs: readonly Conflict[]) => void;
  readonly onClose: () => void;
}

type Side = "mine" | "theirs";

export function ConflictDialog(props: ConflictDialogProps) {
  const { title, help, conflicts, schema, isBusy, onResolve, onClose } = props;
  const [sides, setSides] = useState<Readonly<Record<number, Side>>>({});
  const [isRevealed, setRevealed] = useState(false);
  const safe = conflicts.map((conflict) => maskedConflict(conflict, schema));
  const shown = isRevealed ? conflicts : safe;
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
      {shown.map((conflict, i) => (
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
      {hasSecrets(conflicts, safe) && <RevealCheckbox isRevealed={isRevealed} onChange={setRevealed} />}
    </Dialog>
  );
}

/** The masks are only on the screen: the choice is about the real values. */
function maskedConflict<T extends Conflict>(conflict: T, schema: JsonObject | undefined): T {
  const mask = (value: Conflict["base"]) => maskedAt(conflict.path, value, schema);
  return { ...conflict, base: mask(conflict.base), mine: mask(conflict.mine), theirs: mask(conflict.theirs) };
}

function hasSecrets(conflicts: readonly Conflict[], safe: readonly Conflict[]): boolean {
  return conflicts.some(
    ({ base, mine, theirs }, i) =>
      !equal(base, safe[i]?.base) || !equal(mine, safe[i]?.mine) || !equal(theirs, safe[i]?.theirs),
  );
}
