import { type FormEvent, useEffect, useId, useState } from "react";
import { type JsonObject, objects as objectsAt, text } from "../api/json";
import { serves } from "../api/kinds";
import { navigate } from "../router/navigation";
import { useEntry } from "../shell/platform";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Dialog } from "../ui/Dialog";
import { Notice } from "../ui/Notice";
import { messageOf } from "../ui/Problem";
import { statusOf } from "./conditions";
import { type Target, useView } from "./view";

interface DeleteDialogProps extends Target {
  readonly object: JsonObject;
  readonly onClose: () => void;
}

const PROTECTION = "chartroom.dev/deletion-protection";

export function DeleteDialog({ object, onClose, ...target }: DeleteDialogProps) {
  const { kind, namespace, name } = target;
  const { objects } = useServices();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const uid = text(object, "metadata", "uid");
  useEffect(() => {
    // The dry run tells before the user types whether the server would refuse.
    objects
      .delete(kind, namespace, name, uid, true)
      .catch((failure: unknown) => setError(messageOf(failure)));
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
        <Consequences {...target} object={object} />
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
          <button type="submit" className="button button-danger" disabled={typed !== name || isBusy}>
            {TEXTS.remove.button}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Consequences({ object, ...target }: Target & { readonly object: JsonObject }) {
  const entry = useEntry(target.kind.group, target.kind.resource);
  const protection = text(object, "metadata", "annotations", PROTECTION);
  const isProtected = protection === "true" || (entry?.isProtected === true && protection !== "false");
  const stays =
    statusOf(object) === "suspended" ? TEXTS.remove.suspended : entry?.retains ? TEXTS.remove.retains : "";
  return (
    <>
      {isProtected && <Notice tone="warning" title={TEXTS.remove.protected} />}
      <p>
        {TEXTS.remove.help} {stays || TEXTS.remove.uninstalls}
      </p>
      {stays === "" && serves(target.kind, "resources", "get") && <TakenAlong {...target} />}
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
    <div className="taken">
      <p className="label">{TEXTS.remove.takesAlong}</p>
      <ul className="bullets">
        {taken.map((each) => (
          <li key={`${text(each, "kind")}/${text(each, "namespace")}/${text(each, "name")}`}>
            {text(each, "kind")} <span className="code">{text(each, "name")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
