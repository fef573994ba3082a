/** What the user can do with an object. Actions without the right are words with a reason. */
import { useState } from "react";
import type { JsonObject } from "../api/json";
import { serves } from "../api/kinds";
import { Link } from "../router/navigation";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Guarded } from "../ui/Guarded";
import { Popover } from "../ui/Popover";
import { messageOf } from "../ui/Problem";
import { toast } from "../ui/toast";
import { type Action, availableActions, labelOf, optionsOf } from "./actions";
import { ConfirmDialog } from "./ConfirmDialog";
import { DeleteDialog } from "./DeleteDialog";
import { ScaleDialog } from "./ScaleDialog";
import type { Target } from "./view";

interface ActionsProps extends Target {
  readonly object: JsonObject;
}

type Open = "delete" | "scale" | "suspend" | "restart" | undefined;

export function Actions({ object, ...target }: ActionsProps) {
  const { kind, namespace, name } = target;
  const { objects } = useServices();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const right = (verb: string, subresource?: string) => ({
    verb,
    group: kind.group,
    resource: kind.resource,
    subresource,
    namespace,
    name,
  });
  const run = async (action: Action) => {
    close();
    try {
      await objects.act(kind, namespace, name, action, optionsOf(action));
      toast("good", TEXTS.actions.done(labelOf(action)));
    } catch (error) {
      toast("danger", `${TEXTS.actions.failed(labelOf(action))} ${messageOf(error)}`);
    }
  };
  const start = (action: Action) =>
    action === "suspend" || action === "restart" ? setOpen(action) : void run(action);
  const actions = availableActions(kind, object);
  const hasMenu = actions.length > 0 || serves(kind, "scale", "patch") || kind.verbs.includes("delete");
  return (
    <div className="actions">
      {kind.verbs.includes("patch") && (
        <Guarded right={right("patch")} label={TEXTS.actions.edit}>
          <Link
            to={{ page: "edit", namespace, group: kind.group, resource: kind.resource, name }}
            className="button button-primary"
          >
            {TEXTS.actions.edit}
          </Link>
        </Guarded>
      )}
      {hasMenu && (
        <div className="popover-end">
          <Popover label={TEXTS.actions.label} icon="down">
            {(closeMenu) => (
              <div className="menu">
                {serves(kind, "scale", "patch") && (
                  <Guarded right={right("patch", "scale")} label={TEXTS.actions.scale}>
                    <Item
                      label={TEXTS.actions.scale}
                      onClick={() => {
                        closeMenu();
                        setOpen("scale");
                      }}
                    />
                  </Guarded>
                )}
                {actions.map((action) => (
                  <Guarded key={action} right={right("create", action)} label={labelOf(action)}>
                    <Item
                      label={labelOf(action)}
                      onClick={() => {
                        closeMenu();
                        start(action);
                      }}
                    />
                  </Guarded>
                ))}
                {kind.verbs.includes("delete") && (
                  <Guarded right={right("delete")} label={TEXTS.actions.delete}>
                    <Item
                      label={TEXTS.actions.delete}
                      isDanger
                      onClick={() => {
                        closeMenu();
                        setOpen("delete");
                      }}
                    />
                  </Guarded>
                )}
              </div>
            )}
          </Popover>
        </div>
      )}
      {open === "delete" && <DeleteDialog {...target} object={object} onClose={close} />}
      {open === "scale" && <ScaleDialog {...target} onClose={close} />}
      {(open === "suspend" || open === "restart") && (
        <ConfirmDialog
          title={TEXTS.actions.confirm(labelOf(open), name)}
          text={open === "suspend" ? TEXTS.actions.suspendHelp : TEXTS.actions.restartHelp}
          confirm={labelOf(open)}
          onConfirm={() => void run(open)}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ItemProps {
  readonly label: string;
  readonly isDanger?: boolean;
  readonly onClick: () => void;
}

function Item({ label, isDanger, onClick }: ItemProps) {
  return (
    <button type="button" className={isDanger ? "menu-item menu-danger" : "menu-item"} onClick={onClick}>
      {label}
    </button>
  );
}
