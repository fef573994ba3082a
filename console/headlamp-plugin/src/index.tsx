/** Adds the kinds of Chartroom to Headlamp: a table of objects, and a form to create and to edit them. */
import { registerRoute, registerSidebarEntry } from "@kinvolk/headlamp-plugin/lib";
import { CreatePage } from "./CreatePage";
import { EditPage } from "./EditPage";
import { KindsPage } from "./KindsPage";
import { ObjectsPage } from "./ObjectsPage";
import { PATHS } from "./paths";

registerSidebarEntry({
  parent: null,
  name: "chartroom",
  label: "Applications",
  url: PATHS.kinds,
  icon: "mdi:package-variant-closed",
});

const PAGES = { kinds: KindsPage, objects: ObjectsPage, create: CreatePage, edit: EditPage };

for (const [name, Page] of Object.entries(PAGES)) {
  registerRoute({
    path: PATHS[name as keyof typeof PATHS],
    name: `chartroom-${name}`,
    sidebar: "chartroom",
    exact: true,
    component: () => <Page />,
  });
}
