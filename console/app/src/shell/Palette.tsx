/** Every page and command by its name. */
import { useMemo } from "react";
import { useCreatableEntries, useVisibleEntries } from "../catalogue/visible";
import { navigate } from "../router/navigation";
import { TEXTS } from "../texts";
import { Icon } from "../ui/Icon";
import { KindIcon } from "../ui/KindIcon";
import { type Choice, Picker } from "../ui/Picker";
import { usePageCommands } from "./commands";

interface PaletteProps {
  readonly namespace: string;
  readonly commands: readonly Choice[];
  readonly onClose: () => void;
}

export function Palette({ namespace, commands, onClose }: PaletteProps) {
  const visible = useVisibleEntries(namespace);
  const creatable = useCreatableEntries(namespace);
  const ofPage = usePageCommands();
  const choices = useMemo(() => {
    const mayCreate = new Set(creatable?.map(({ id }) => id));
    const kinds = (visible ?? []).flatMap(({ id, kind, icon, category, description }): Choice[] => {
      const route = { namespace, group: kind.group, resource: kind.resource };
      const common = { icon: <KindIcon name={kind.kind} icon={icon} />, detail: kind.group };
      const keywords = `${kind.resource} ${kind.shortNames.join(" ")} ${category} ${description}`;
      const goTo: Choice = {
        ...common,
        id: `go ${id}`,
        label: TEXTS.palette.goTo(kind.kind),
        keywords,
        run: () => navigate({ page: "table", ...route }),
      };
      const create: Choice = {
        ...common,
        id: `create ${id}`,
        label: TEXTS.palette.create(kind.kind),
        keywords: `${keywords} new`,
        run: () => navigate({ page: "create", ...route }),
      };
      return mayCreate.has(id) ? [goTo, create] : [goTo];
    });
    const pages: Choice[] = [
      {
        id: "catalogue",
        label: TEXTS.nav.catalogue,
        icon: <Icon name="grid" />,
        run: () => navigate({ page: "catalogue", namespace }),
      },
      {
        id: "platform",
        label: TEXTS.nav.platform,
        icon: <Icon name="layers" />,
        run: () => navigate({ page: "platform" }),
      },
    ];
    // The table of a kind has the command to create one, too.
    const others = [...pages, ...commands, ...kinds].filter(({ id }) => !ofPage.has(id));
    return [...ofPage.values(), ...others];
  }, [ofPage, visible, creatable, namespace, commands]);
  return (
    <Picker
      label={TEXTS.palette.open}
      placeholder={TEXTS.palette.placeholder}
      hint={TEXTS.palette.hint}
      choices={choices}
      onClose={onClose}
    />
  );
}
