/** Commands of the open page, which the palette offers as long as they are on the page. */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Right } from "../api/access";
import { Icon, type IconName } from "../ui/Icon";
import type { Choice } from "../ui/Picker";
import { useRight } from "./access";

/** Keeps the commands outside of the state of React, so that a page that adds some does not render the frame again. */
class Commands {
  private byId: ReadonlyMap<string, Choice> = new Map();
  private readonly listeners = new Set<() => void>();

  readonly current = () => this.byId;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(choice: Choice): () => void {
    this.publish(new Map(this.byId).set(choice.id, choice));
    return () => this.publish(new Map([...this.byId].filter(([, each]) => each !== choice)));
  }

  private publish(next: ReadonlyMap<string, Choice>): void {
    this.byId = next;
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** A part of a page outside of the frame has no palette. */
const CommandsContext = createContext<Commands | undefined>(undefined);
const NONE: ReadonlyMap<string, Choice> = new Map();
const NEVER = () => () => {};

export function CommandsProvider({ children }: { readonly children: ReactNode }) {
  const [commands] = useState(() => new Commands());
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

/** Returns the commands of the open page by their ids. */
export function usePageCommands(): ReadonlyMap<string, Choice> {
  const commands = useContext(CommandsContext);
  return useSyncExternalStore(commands?.subscribe ?? NEVER, commands?.current ?? (() => NONE));
}

interface CommandProps {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: IconName;
  readonly right: Right;
  readonly run: () => void;
}

/** Adds a command while it is rendered, if the user has the right. */
export function Command({ id, label, detail, icon, right, run }: CommandProps) {
  const commands = useContext(CommandsContext);
  const isAllowed = useRight(right)?.allowed === true;
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () =>
      isAllowed
        ? commands?.add({ id, label, detail, icon: <Icon name={icon} />, run: () => latest.current() })
        : undefined,
    [commands, isAllowed, id, label, detail, icon],
  );
  return null;
}
