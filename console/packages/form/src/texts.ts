/** Every text that the form itself shows. Pass other texts to a form to replace them. */
import type { Problem } from "./core/problem";

export interface Texts {
  readonly required: string;
  readonly defaultTag: string;
  readonly emptyTag: string;
  readonly nullTag: string;
  readonly textTag: string;
  readonly readOnlyTag: string;
  readonly otherChoiceTag: string;
  readonly resetToDefault: string;
  readonly clear: string;
  readonly useEmptyText: string;
  readonly useNull: string;
  readonly storeAsText: string;
  readonly storeAsNumber: string;
  readonly yes: string;
  readonly no: string;
  readonly notSet: string;
  readonly defaultChoice: (value: string) => string;
  readonly anotherValue: string;
  readonly chooseFromList: string;
  readonly loadingChoices: string;
  readonly noChoices: string;
  readonly choicesFailed: string;
  readonly secretHidden: string;
  readonly secretDefaultHidden: string;
  readonly secretTextHidden: string;
  readonly reveal: string;
  readonly hide: string;
  readonly showMore: string;
  readonly showLess: string;
  readonly otherSection: string;
  readonly set: string;
  readonly remove: string;
  readonly removeValue: string;
  readonly moveUp: string;
  readonly moveDown: string;
  readonly addItem: string;
  readonly addEntry: string;
  readonly newKey: string;
  readonly key: string;
  readonly keyTaken: (key: string) => string;
  readonly keyEmpty: string;
  readonly rename: string;
  readonly item: (position: number) => string;
  readonly itemCount: (count: number) => string;
  readonly entryCount: (count: number) => string;
  readonly showMoreItems: (count: number) => string;
  readonly added: (label: string, count: number) => string;
  readonly removed: (label: string, count: number) => string;
  readonly movedTo: (label: string, position: number, count: number) => string;
  readonly branch: string;
  readonly otherFields: string;
  readonly otherFieldsHelp: string;
  readonly addOtherFields: string;
  readonly notFittingNote: string;
  readonly invalidJson: string;
  readonly immutable: string;
  readonly problemCount: (count: number) => string;
  readonly summaryTitle: (count: number) => string;
  readonly problem: (problem: Problem) => string;
}

export const TEXTS: Texts = {
  required: "required",
  defaultTag: "default",
  emptyTag: "empty text",
  nullTag: "null",
  textTag: "text",
  readOnlyTag: "read-only",
  otherChoiceTag: "not in the list",
  resetToDefault: "Reset to default",
  clear: "Clear",
  useEmptyText: "Use empty text",
  useNull: "Use null",
  storeAsText: "Store as text",
  storeAsNumber: "Store as number",
  yes: "Yes",
  no: "No",
  notSet: "Not set",
  defaultChoice: (value) => `${value} (default)`,
  anotherValue: "Another value…",
  chooseFromList: "Choose from list",
  loadingChoices: "Loading choices…",
  noChoices: "There are no values to choose from.",
  choicesFailed: "The choices could not be loaded. Enter a value.",
  secretHidden: "A value is set. Type to replace it.",
  secretDefaultHidden: "The default applies. Type to replace it.",
  secretTextHidden: "Hidden, because it can hold secrets",
  reveal: "Reveal",
  hide: "Hide",
  showMore: "Show more",
  showLess: "Show less",
  otherSection: "Other settings",
  set: "Set",
  remove: "Remove",
  removeValue: "Remove",
  moveUp: "Move up",
  moveDown: "Move down",
  addItem: "Add item",
  addEntry: "Add entry",
  newKey: "New key",
  key: "Key",
  keyTaken: (key) => `Another entry has the key "${key}".`,
  keyEmpty: "Enter a key.",
  rename: "Rename",
  item: (position) => `Item ${position}`,
  itemCount: (count) => (count === 1 ? "1 item" : `${count} items`),
  entryCount: (count) => (count === 1 ? "1 entry" : `${count} entries`),
  showMoreItems: (count) => `Show ${count} more`,
  added: (label, count) => `Added to ${label}. It has ${count} now.`,
  removed: (label, count) => `Removed from ${label}. It has ${count} now.`,
  movedTo: (label, position, count) => `Moved in ${label} to position ${position} of ${count}.`,
  branch: "Type",
  otherFields: "Other fields",
  otherFieldsHelp: "Fields that the schema does not describe, as JSON.",
  addOtherFields: "Add other fields",
  notFittingNote:
    "This value does not fit the schema. It is shown as JSON and stays as it is until you change it.",
  invalidJson: "This is not valid JSON. The last valid value is kept.",
  immutable: "This field cannot change after the object is created.",
  problemCount: (count) => (count === 1 ? "1 problem" : `${count} problems`),
  summaryTitle: (count) => (count === 1 ? "There is 1 problem" : `There are ${count} problems`),
  problem: describe,
};

function describe({ code, limit }: Problem): string {
  switch (code) {
    case "required":
      return "Enter a value.";
    case "notInteger":
      return "Enter a whole number.";
    case "notNumber":
      return "Enter a number.";
    case "notText":
      return "The value is a number, but it must be text.";
    case "notFitting":
      return "The value has the wrong type.";
    case "notQuantity":
      return "Enter a quantity, such as 500m, 2 or 1Gi.";
    case "notDuration":
      return "Enter a duration, such as 30s, 5m or 1h30m.";
    case "notDateTime":
      return "Enter a date and time, such as 2030-01-31T12:00:00Z.";
    case "notChoice":
      return "Choose one of the values.";
    case "minimum":
      return `Must be at least ${limit}.`;
    case "exclusiveMinimum":
      return `Must be greater than ${limit}.`;
    case "maximum":
      return `Must be at most ${limit}.`;
    case "exclusiveMaximum":
      return `Must be less than ${limit}.`;
    case "multipleOf":
      return `Must be a multiple of ${limit}.`;
    case "minLength":
      return limit === "1" ? "Must not be empty." : `Must have at least ${limit} characters.`;
    case "maxLength":
      return `Must have at most ${limit} characters.`;
    case "pattern":
      return `Must match the pattern ${limit}`;
    case "minItems":
      return `Must have at least ${counted(limit, "item", "items")}.`;
    case "maxItems":
      return `Must have at most ${counted(limit, "item", "items")}.`;
    case "duplicates":
      return `Items must differ, but items ${limit} are the same.`;
    case "minProperties":
      return `Must have at least ${counted(limit, "entry", "entries")}.`;
    case "maxProperties":
      return `Must have at most ${counted(limit, "entry", "entries")}.`;
    case "oneBranch":
      return "Set exactly one of the alternatives.";
  }
}

function counted(count: string, one: string, many: string): string {
  return `${count} ${count === "1" ? one : many}`;
}
