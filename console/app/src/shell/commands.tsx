/** Commands of the open page, which the palette offers as long as they are on the page. */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { Right } from "../api/access";
import { Icon, type IconName } from "../ui/Icon";
import type { Choice } from "../ui/Picker";
import { useRights } from "./access";
import { useLatest } from "./latest";

interface PageCommand extends Choice {
  readonly right: Right;
}

type ById = ReadonlyMap<string, PageCommand>;

/** Keeps the commands outside of the state of React, so that a page that adds some does not render the frame again. */
class Commands {
  private byId: ById = new Map();
  private readonly listeners = new Set<() => void>();

  readonly current = () => this.byId;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(command: PageCommand): () => void {
    this.publish(new Map(this.byId).set(command.id, command));
    return () => this.publish(new Map([...this.byId].filter(([, each]) => each !== command)));
  }

  private publish(next: ById): void {
    this.byId = next;
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** A part of a page outside of the frame has no palette. */
const CommandsContext = createContext<Commands | undefined>(undefined);
const NONE: ById = new Map();
const NEVER = () => () => {};

export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [commands] = useState(() => new Commands());
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

/**
 * Returns the commands of the open page that the user may run, by their ids. It asks for their rights, so only an open
 * palette uses it.
 */
export function usePageCommands(): ReadonlyMap<string, Choice> {
  const commands = useContext(CommandsContext);
  const byId = useSyncExternalStore(commands?.subscribe ?? NEVER, commands?.current ?? (() => NONE));
  const all = [...byId.values()];
  const decisions = useRights(all.map(({ right }) => right));
  const allowed = all.filter((_, i) => decisions[i]?.allowed).map(({ id }) => id);
  const key = JSON.stringify(allowed);
  return useMemo(() => {
    const ids = new Set<string>(JSON.parse(key));
    return new Map([...byId].filter(([id]) => ids.has(id)));
  }, [byId, key]);
}

interface CommandProps {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  readonly right: Right;
  readonly run: () => void;
}

/** Registers a command while it is rendered. The palette offers it if the user has the right. */
export function Command({ id, label, detail, icon, right, run }: CommandProps) {
  const commands = useContext(CommandsContext);
  // The right is a new object in each render.
  const key = JSON.stringify(right);
  const latest = useLatest(run);
  useEffect(
    () =>
      commands?.add({
        id,
        label,
        detail,
        icon: <Icon name={icon} />,
        right: JSON.parse(key),
        run: () => latest.current(),
      }),
    [commands, key, id, label, detail, icon, latest],
  );
  return null;
}
