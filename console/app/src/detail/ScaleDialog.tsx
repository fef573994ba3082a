import { type FormEvent, useEffect, useId, useState } from "react";
import { number } from "../api/json";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { messageOf } from "../ui/Problem";
import { toast } from "../ui/toast";
import { type Target, useView } from "./view";

interface ScaleDialogProps extends Target {
  readonly onClose: () => void;
}

export function ScaleDialog({ onClose, ...target }: ScaleDialogProps) {
  const { kind, namespace, name } = target;
  const { objects } = useServices();
  const scale = useView(target, "scale");
  const [replicas, setReplicas] = useState("");
  const [error, setError] = useState("");
  const id = useId();
  const now = number(scale.data, "spec", "replicas");
  useEffect(() => setReplicas((old) => (old === "" && now !== undefined ? String(now) : old)), [now]);
  const apply = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await objects.scale(kind, namespace, name, Number(replicas));
      toast("good", TEXTS.actions.done(TEXTS.actions.scale));
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return (
    <Dialog title={TEXTS.actions.confirm(TEXTS.actions.scale, name)} onClose={onClose}>
      <form className="stack" onSubmit={apply}>
        {error !== "" && <Notice tone="danger" title={error} isLive />}
        <label className="label" htmlFor={id}>
          {TEXTS.actions.replicas}
        </label>
        <input
          id={id}
          className="input"
          type="number"
          min="0"
          step="1"
          required
          value={replicas}
          onChange={(event) => setReplicas(event.target.value)}
        />
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={onClose}>
            {TEXTS.cancel}
          </button>
          <button type="submit" className="button button-primary">
            {TEXTS.actions.scale}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
