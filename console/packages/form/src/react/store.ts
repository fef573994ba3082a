/** State of a form that is not part of its value: what to focus, what to announce, and unfinished texts. */

export interface Target {
  readonly pointer: string;
  /** Names a control of the field, such as the button that adds an item. The field's own control if empty. */
  readonly control: string;
}

export class FormStore {
  private readonly listeners = new Set<() => void>();
  private readonly drafts = new Set<string>();
  private current: Target | undefined;
  private spoken = { text: "", count: 0 };
  private checked = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The field that opens its groups and takes the focus as soon as it is rendered. */
  readonly target = (): Target | undefined => this.current;
  readonly message = (): { readonly text: string; readonly count: number } => this.spoken;
  /** True after a submit: then fields that the user did not visit show their problems too. */
  readonly showsAll = (): boolean => this.checked;

  reveal(pointer: string, control = ""): void {
    this.current = { pointer, control };
    this.notify();
  }

  reached(): void {
    this.current = undefined;
    this.notify();
  }

  announce(text: string): void {
    this.spoken = { text, count: this.spoken.count + 1 };
    this.notify();
  }

  showAll(): void {
    this.checked = true;
    this.notify();
  }

  /** Records whether a field has a text that is not yet a value. */
  setDraft(pointer: string, isUnfinished: boolean): void {
    if (isUnfinished) {
      this.drafts.add(pointer);
    } else {
      this.drafts.delete(pointer);
    }
  }

  unfinished(): readonly string[] {
    return [...this.drafts];
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }
}
