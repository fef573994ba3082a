import { Link, SectionBox, SimpleTable } from "@kinvolk/headlamp-plugin/lib/CommonComponents";
import type { Entry } from "../../app/src/catalogue/catalogue";
import { loadKinds } from "./kinds";
import { Load } from "./load";
import { parametersOf } from "./paths";

const COLUMNS = [
  {
    label: "Kind",
    getter: ({ kind }: Entry) => (
      <Link routeName="chartroom-objects" params={parametersOf(kind)}>
        {kind.kind}
      </Link>
    ),
  },
  { label: "Group", getter: ({ kind }: Entry) => kind.group },
  { label: "Description", getter: ({ description }: Entry) => description },
];

/** The kinds that the user can choose from. */
export function KindsPage() {
  return (
    <SectionBox title="Applications">
      <Load load={loadKinds}>
        {(entries) => (
          <SimpleTable columns={COLUMNS} data={[...entries]} emptyMessage="Chartroom serves no kinds here." />
        )}
      </Load>
    </SectionBox>
  );
}
