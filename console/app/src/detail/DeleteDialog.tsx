import { type FormEvent, useEffect, useId, useState } from "react";
import { type JsonObject, objects as objectsAt, text } from "../api/json";
import { serves } from "../api/kinds";
import { navigate } from "../router/navigation";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { messageOf } from "../ui/Problem";
import { Scroll } from "../ui/Scroll";
import { type Target, useView } from "./view";

interface DeleteDialogProps extends Target {
  readonly object: JsonObject;
  readonly onClose: () => void;
}

export function DeleteDialog({ object, onClose, ...target }: DeleteDialogProps) {
  const { kind, namespace, name } = target;
  const { objects } = useServices();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  // What the server would warn of; undefined until it has answered.
  const [warnings, setWarnings] = useState<readonly string[]>();
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const uid = text(object, "metadata", "uid");
  const isAsked = warnings !== undefined || error !== "";
  useEffect(() => {
    // The dry run tells before the user types whether the server would refuse, and which resources would stay.
    objects
      .delete(kind, namespace, name, uid, true)
      .then(setWarnings, (failure: unknown) => setError(messageOf(failure)));
  }, [objects, kind, namespace, name, uid]);
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await objects.delete(kind, namespace, name, uid);
      navigate({ page: "table", namespace, group: kind.group, resource: kind.resource });
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title={TEXTS.remove.title(name)} onClose={onClose}>
      <form className="stack" onSubmit={remove}>
        {error !== "" && <Notice tone="danger" title={error} isLive />}
        <Consequences {...target} warnings={isAsked ? (warnings ?? []) : undefined} />
        <label className="label" htmlFor={id}>
          {TEXTS.remove.type(name)}
        </label>
        <input
          id={id}
          className="input"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="dialog-buttons">
          <button type="button" className="button" onClick={onClose}>
            {TEXTS.cancel}
          </button>
          <button
            type="submit"
            className="button button-danger"
            disabled={typed !== name || isBusy || !isAsked}
          >
            {TEXTS.remove.button}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The words of DeletionPolicy in Java. Other warnings come from policies of the cluster. */
const STAY = /^(the resources of release \S+ stay: |release \S+ is suspended: .*so its resources stay$)/;

/** @param warnings undefined until the server has answered */
function Consequences({
  warnings,
  ...target
}: Target & { readonly warnings: readonly string[] | undefined }) {
  const removes = warnings !== undefined && !warnings.some((warning) => STAY.test(warning));
  return (
    <>
      <p>
        {TEXTS.remove.help} {removes && TEXTS.remove.uninstalls}
      </p>
      {warnings?.map((warning) => (
        <Notice key={warning} tone="warning" title={warning} />
      ))}
      {removes && serves(target.kind, "resources", "get") && <TakenAlong {...target} />}
    </>
  );
}

function TakenAlong(target: Target) {
  const { data } = useView(target, "resources");
  const taken = objectsAt(data, "resources").filter((each) => text(each, "owner") === "");
  if (taken.length === 0) {
    return null;
  }
  return (
    <Scroll className="taken" label={TEXTS.remove.takesAlong}>
      <p className="label">{TEXTS.remove.takesAlong}</p>
      <ul className="bullets">
        {taken.map((each) => (
          <li key={`${text(each, "kind")}/${text(each, "namespace")}/${text(each, "name")}`}>
            {text(each, "kind")} <span className="code">{text(each, "name")}</span>
          </li>
        ))}
      </ul>
    </Scroll>
  );
}
