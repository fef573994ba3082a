package dev.chartroom.domain.evolution;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares two definitions of a kind. */
public final class DefinitionChanges {
    private static final String STAYS = "existing releases do not change";
    private static final String FOLLOWS = "spec.release.rollout updates existing releases";

    private final List<DefinitionChange> changes = new ArrayList<>();

    private DefinitionChanges() {}

    /** Returns all differences, the most harmful first. Leaves out texts for people, such as a description. */
    public static List<DefinitionChange> between(DeclaredKind declaredBefore, DeclaredKind declaredAfter) {
        DefinitionChanges changes = new DefinitionChanges();
        ApplicationKind before = declaredBefore.stored();
        ApplicationKind after = declaredAfter.stored();
        changes.identity(before, after);
        changes.names(before.names(), after.names());
        changes.versions(before, after);
        changes.served(declaredBefore, declaredAfter);
        changes.subresources(before.subresources(), after.subresources());
        changes.release(before.release(), after.release());
        changes.changes.addAll(SchemaChanges.between(before.schema(), after.schema()));
        return changes.changes.stream()
                .sorted(Comparator.comparing(DefinitionChange::impact))
                .toList();
    }

    /** Compares the fields that identify a release as an object of the kind. */
    private void identity(ApplicationKind before, ApplicationKind after) {
        String lost = ": NO EXISTING OBJECT IS FOUND ANY MORE, because ";
        String stays = "; the releases stay";
        compare(
                Impact.LOSES,
                "spec.group",
                before.group(),
                after.group(),
                lost + "the labels of existing releases contain the old group" + stays);
        compare(
                Impact.LOSES,
                "spec.names.kind",
                before.names().kind(),
                after.names().kind(),
                lost + "the labels of existing releases contain the old kind" + stays);
        compare(
                Impact.LOSES,
                "spec.release.prefix",
                before.release().prefix(),
                after.release().prefix(),
                ": NO EXISTING OBJECT IS FOUND BY ITS NAME ANY MORE, because the names of existing releases begin with"
                        + " the old prefix" + stays);
        compare(
                Impact.LOSES,
                "spec.store",
                before.store(),
                after.store(),
                ": NO EXISTING OBJECT IS FOUND ANY MORE, because existing objects stay in the old store");
    }

    private void names(KindNames before, KindNames after) {
        compare(
                Impact.BREAKS,
                "spec.names.plural",
                before.plural(),
                after.plural(),
                ": request paths and RBAC rules contain this name");
        compare(Impact.BREAKS, "spec.names.listKind", before.listKind(), after.listKind(), "");
        compare(Impact.BREAKS, "spec.names.singular", before.singular(), after.singular(), "");
        lists(Impact.BREAKS, "spec.names.shortNames", before.shortNames(), after.shortNames());
        lists(Impact.BREAKS, "spec.names.categories", before.categories(), after.categories());
    }

    private void versions(ApplicationKind before, ApplicationKind after) {
        lists(
                Impact.BREAKS,
                "spec.versions",
                before.versions().names(),
                after.versions().names());
        String stored = before.version();
        if (!stored.equals(after.version()) && after.versions().names().contains(stored)) {
            add(
                    Impact.BREAKS,
                    "spec.versions",
                    "\"" + after.version() + "\" is stored instead of \"" + stored
                            + "\", and nothing converts the values of existing releases");
        }
    }

    /**
     * Compares the served versions. For each served version that is not the stored version, also compares its schema
     * and its conversion.
     */
    private void served(DeclaredKind before, DeclaredKind after) {
        for (ApplicationKind previous : before.served()) {
            boolean isDeclared = after.stored().versions().names().contains(previous.version());
            if (isDeclared && after.served(previous.version()).isEmpty()) {
                add(Impact.BREAKS, "spec.versions", "\"" + previous.version() + "\" is not served any more");
            }
        }
        for (VersionComparison version : VersionComparison.all(before, after)) {
            ApplicationKind previous = version.before();
            ApplicationKind current = version.after();
            if (previous == null) {
                continue;
            }
            if (!current.versions().convertsAs(previous.versions(), current.version())) {
                add(Impact.SHOWS, "spec.versions", "the conversion rules of \"" + current.version() + "\" change");
            }
            SchemaChanges.between(previous.schema(), current.schema())
                    .forEach(change ->
                            add(change.impact(), change.path(), "in " + current.version() + ": " + change.sentence()));
        }
    }

    private void subresources(Subresources before, Subresources after) {
        for (Subresource subresource : Subresource.values()) {
            if (before.has(subresource) && !after.has(subresource)) {
                add(
                        Impact.BREAKS,
                        "spec.subresources",
                        "\"" + subresource.path() + "\" is removed: clients get 404, and RBAC rules keep the name");
            } else if (!before.has(subresource) && after.has(subresource)) {
                add(
                        Impact.ALLOWS,
                        "spec.subresources",
                        "\"" + subresource.path() + "\" is added, for users with a right on it");
            }
        }
    }

    private void release(ReleaseTemplate before, ReleaseTemplate after) {
        int known = changes.size();
        template(after, "chartRef", before.chartRef(), after.chartRef());
        template(after, "labels", before.labels(), after.labels());
        template(after, "valuesFrom", before.valuesFrom(), after.valuesFrom());
        template(
                after,
                "interval",
                before.settings().interval(),
                after.settings().interval());
        template(
                after,
                "retryInterval",
                before.settings().retryInterval(),
                after.settings().retryInterval());
        template(
                after,
                "installTimeout",
                before.settings().installTimeout(),
                after.settings().installTimeout());
        template(
                after,
                "upgradeTimeout",
                before.settings().upgradeTimeout(),
                after.settings().upgradeTimeout());
        template(
                after,
                "maxHistory",
                before.settings().maxHistory(),
                after.settings().maxHistory());
        template(
                after,
                "disableWait",
                before.settings().disableWait(),
                after.settings().disableWait());
        template(after, "waitStrategy", before.waitStrategy(), after.waitStrategy());
        template(after, "healthCheckExprs", before.healthCheckExprs(), after.healthCheckExprs());
        if (before.isProjected() != after.isProjected()) {
            add(
                    Impact.ALLOWS,
                    "spec.release.projected",
                    after.isProjected()
                            ? "each object gets a release"
                            : "existing releases stay, but no longer follow their objects");
        }
        if (before.allowsForce() != after.allowsForce()) {
            add(
                    Impact.ALLOWS,
                    "spec.release.allowForce",
                    after.allowsForce()
                            ? "clients may request a forced upgrade"
                            : "clients may no longer request a forced upgrade");
        }
        if (changes.size() == known && before.prefix().equals(after.prefix()) && !before.equals(after)) {
            add(Impact.ALLOWS, "spec.release", "changes");
        }
    }

    private void template(ReleaseTemplate next, String field, @Nullable Object before, @Nullable Object after) {
        if (!Objects.equals(before, after)) {
            add(
                    Impact.ALLOWS,
                    "spec.release." + field,
                    "changes; " + (next.rollout().isPresent() ? FOLLOWS : STAYS));
        }
    }

    private void compare(Impact impact, String path, String before, String after, String why) {
        if (!before.equals(after)) {
            add(impact, path, "\"" + before + "\" becomes \"" + after + "\"" + why);
        }
    }

    private void lists(Impact removed, String path, List<String> before, List<String> after) {
        before.stream()
                .filter(name -> !after.contains(name))
                .forEach(name -> add(removed, path, "\"" + name + "\" is removed"));
        after.stream()
                .filter(name -> !before.contains(name))
                .forEach(name -> add(Impact.ALLOWS, path, "\"" + name + "\" is added"));
    }

    private void add(Impact impact, String path, String sentence) {
        changes.add(new DefinitionChange(impact, path, sentence));
    }
}
