import { sectionsOf } from "../catalogue/catalogue";
import { useVisibleEntries } from "../catalogue/visible";
import { Link } from "../router/navigation";
import type { Route } from "../router/routes";
import { TEXTS } from "../texts";
import { Icon } from "../ui/Icon";
import { KindIcon } from "../ui/KindIcon";

interface SideNavProps {
  readonly route: Route;
  readonly namespace: string;
  readonly onNavigate: () => void;
}

export function SideNav({ route, namespace, onNavigate }: SideNavProps) {
  const entries = useVisibleEntries(namespace) ?? [];
  const isCurrent = (group: string, resource: string) =>
    "resource" in route && route.group === group && route.resource === resource;
  return (
    <nav className="side" aria-label={TEXTS.menu}>
      <Link
        to={{ page: "catalogue", namespace }}
        className="side-link"
        aria-current={route.page === "catalogue" ? "page" : undefined}
        onClick={onNavigate}
      >
        <Icon name="grid" />
        {TEXTS.nav.catalogue}
      </Link>
      {sectionsOf(entries).map(({ category, entries: members }) => (
        <section key={category} className="side-section">
          <h2 className="side-title">{category || TEXTS.nav.other}</h2>
          <ul>
            {members.map(({ id, kind, icon }) => (
              <li key={id}>
                <Link
                  to={{ page: "table", namespace, group: kind.group, resource: kind.resource }}
                  className="side-link"
                  aria-current={isCurrent(kind.group, kind.resource) ? "page" : undefined}
                  onClick={onNavigate}
                >
                  <KindIcon name={kind.kind} icon={icon} />
                  <span className="ellipsis">{kind.kind}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Link
        to={{ page: "platform" }}
        className="side-link side-last"
        aria-current={route.page === "platform" || route.page === "definition" ? "page" : undefined}
        onClick={onNavigate}
      >
        <Icon name="layers" />
        {TEXTS.nav.platform}
      </Link>
    </nav>
  );
}
