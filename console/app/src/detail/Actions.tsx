/** What the user can do with an object. Actions without the right are words with a reason. */
import { useState } from "react";
import type { JsonObject } from "../api/json";
import { Link, navigate } from "../router/navigation";
import { Command } from "../shell/commands";
import { useServices } from "../shell/services";
import { TEXTS } from "../texts";
import { Guarded } from "../ui/Guarded";
import { Popover } from "../ui/Popover";
import { messageOf } from "../ui/Problem";
import { toast } from "../ui/toast";
import { type Action, type Item, itemsOf, labelOf, optionsOf, rightOf } from "./actions";
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
  const edit = { page: "edit", namespace, group: kind.group, resource: kind.resource, name } as const;
  const mayEdit = rightOf(target, "patch");
  const items = itemsOf(target, object, { open: setOpen, start });
  return (
    <div className="actions">
      {kind.verbs.includes("patch") && (
        <>
          <Guarded right={mayEdit} label={TEXTS.actions.edit}>
            <Link to={edit} className="button button-primary">
              {TEXTS.actions.edit}
            </Link>
          </Guarded>
          <Command
            id="edit"
            label={TEXTS.actions.edit}
            detail={name}
            icon="right"
            right={mayEdit}
            run={() => navigate(edit)}
          />
        </>
      )}
      {items.map(({ id, label, right, run }) => (
        <Command key={id} id={id} label={label} detail={name} icon="right" right={right} run={run} />
      ))}
      {items.length > 0 && <Menu items={items} />}
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

function Menu({ items }: { readonly items: readonly Item[] }) {
  return (
    <div className="popover-end">
      <Popover label={TEXTS.actions.label} icon="down">
        {(closeMenu) => (
          <div className="menu">
            {items.map(({ id, label, right, isDanger, run }) => (
              <Guarded key={id} right={right} label={label}>
                <button
                  type="button"
                  className={isDanger ? "menu-item menu-danger" : "menu-item"}
                  onClick={() => {
                    closeMenu();
                    run();
                  }}
                >
                  {label}
                </button>
              </Guarded>
            ))}
          </div>
        )}
      </Popover>
    </div>
  );
}
