/** The page of a route. Pages with forms and YAML load when they are opened. */
import { lazy, Suspense } from "react";
import { CataloguePage } from "../catalogue/CataloguePage";
import { Link } from "../router/navigation";
import type { Route } from "../router/routes";
import { TablePage } from "../table/TablePage";
import { TEXTS } from "../texts";
import { firstNamespace } from "./namespaces";

const DetailPage = lazy(() =>
  import("../detail/DetailPage").then((module) => ({ default: module.DetailPage })),
);
const CreatePage = lazy(() =>
  import("../edit/CreatePage").then((module) => ({ default: module.CreatePage })),
);
const EditPage = lazy(() => import("../edit/EditPage").then((module) => ({ default: module.EditPage })));
const PlatformPage = lazy(() =>
  import("../platform/PlatformPage").then((module) => ({ default: module.PlatformPage })),
);
const DefinitionPage = lazy(() =>
  import("../platform/DefinitionPage").then((module) => ({ default: module.DefinitionPage })),
);

export function Page({ route }: { readonly route: Route }) {
  return <Suspense fallback={<p className="muted">{TEXTS.loading}</p>}>{pageOf(route)}</Suspense>;
}

function pageOf(route: Route) {
  switch (route.page) {
    case "start":
      return null;
    case "catalogue":
      return <CataloguePage namespace={route.namespace} />;
    case "table":
      return <TablePage key={`${route.group}/${route.resource}/${route.namespace}`} {...route} />;
    case "detail":
      return (
        <DetailPage key={`${route.group}/${route.resource}/${route.namespace}/${route.name}`} {...route} />
      );
    case "create":
      return <CreatePage {...route} />;
    case "edit":
      return <EditPage {...route} />;
    case "platform":
      return <PlatformPage />;
    case "definition":
      return <DefinitionPage key={route.name} name={route.name} />;
    case "unknown":
      return (
        <div className="blank">
          <h1 className="blank-title">{TEXTS.unknownPage}</h1>
          <Link to={{ page: "catalogue", namespace: firstNamespace() }} className="button">
            {TEXTS.toCatalogue}
          </Link>
        </div>
      );
  }
}
