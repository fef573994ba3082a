package dev.chartroom.core.event;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.domain.conversion.RecordedIdentity;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.event.EventSubject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The kinds whose objects get mirrored Events, each in its preferred served version. Immutable.
 *
 * @param kinds the kinds
 */
record MirroredKinds(List<ApplicationKind> kinds) {
    static final MirroredKinds NONE = new MirroredKinds(List.of());

    MirroredKinds {
        kinds = List.copyOf(kinds);
    }

    /** @param hasReleases returns whether the objects of a kind have releases now */
    static MirroredKinds of(KindRegistry registry, Predicate<ApplicationKind> hasReleases) {
        Map<GroupResource, ApplicationKind> preferred = new LinkedHashMap<>();
        // The registry lists the preferred version of a kind first.
        registry.served().forEach(kind -> preferred.putIfAbsent(kind.groupResource(), kind));
        return new MirroredKinds(preferred.values().stream().filter(hasReleases).toList());
    }

    boolean isEmpty() {
        return kinds.isEmpty();
    }

    /** Returns whether these kinds include all of the others, whatever their versions and definitions. */
    boolean include(MirroredKinds others) {
        return names().containsAll(others.names());
    }

    private Set<GroupResource> names() {
        return kinds.stream().map(ApplicationKind::groupResource).collect(Collectors.toSet());
    }

    /** Returns whether a release of this name may have an Application. */
    boolean mayOwn(String releaseName) {
        return kinds.stream().anyMatch(kind -> ReleaseConverter.isNamedAsOf(kind, releaseName));
    }

    /** Returns the Application of a release; empty if the release belongs to no kind. */
    Optional<EventSubject> application(JsonObject release) {
        return kinds.stream()
                .filter(kind -> ReleaseConverter.isOf(kind, release))
                .findFirst()
                .map(kind -> application(kind, release));
    }

    private static EventSubject application(ApplicationKind kind, JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return new EventSubject(
                kind.groupVersion().toString(),
                kind.names().kind(),
                metadata.stringOrEmpty("namespace"),
                metadata.stringOrEmpty("name").substring(kind.release().prefix().length()),
                RecordedIdentity.on(kind, release)
                        .map(RecordedIdentity::uid)
                        .orElseGet(() -> metadata.stringOrEmpty("uid")));
    }
}
