/** Pages with unsaved edits. */

/** Asks before unsaved edits are lost. Returns true to stay. */
type Guard = () => boolean;
const guards = new Set<Guard>();

export function guardNavigation(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** True if the page has edits that are not saved. */
export function hasUnsavedEdits(): boolean {
  return guards.size > 0;
}

/** Asks the user if the page has unsaved edits. Returns true to stay. */
export function staysOnPage(): boolean {
  return [...guards].some((stays) => stays());
}
