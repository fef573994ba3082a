/** Replaces a part of a text field, as if the user had typed it. The cursor is behind the new text. */
export function replaceText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  // The command is deprecated, but no other way keeps the history of undo.
  if (!document.execCommand?.("insertText", false, text)) {
    field.setRangeText(text, from, to, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
