/** The addresses of the pages below that of a cluster. */
import type { Kind } from "../../app/src/api/kinds";

export const PATHS = {
  kinds: "/chartroom",
  objects: "/chartroom/:group/:resource",
  create: "/chartroom/:group/:resource/create",
  edit: "/chartroom/:group/:resource/:namespace/:name",
} as const;

type Ref = Pick<Kind, "group" | "resource">;

export const parametersOf = ({ group, resource }: Ref) => ({ group, resource });
