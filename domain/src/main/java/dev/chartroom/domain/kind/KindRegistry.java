package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kinds served at one time, and the status of every definition. Immutable. */
public final class KindRegistry {
    /**
     * The default maximum number of served kinds. The kube-apiserver merges the schemas of these and all other kinds
     * into one document. Every client of the kube-apiserver reads this document. Thousands of kinds would burden the
     * cluster more than this server.
     */
    public static final int MAX_KINDS = 2_000;

    private static final Comparator<GroupVersion> DISCOVERY_ORDER =
            Comparator.comparing(GroupVersion::group).thenComparing(GroupVersion::version, VersionPriority.ORDER);
    private static final Comparator<ApplicationKind> ORDER = Comparator.comparing(ApplicationKind::group)
            .thenComparing(kind -> kind.names().plural())
            .thenComparing(ApplicationKind::version, VersionPriority.ORDER);

    private final List<ApplicationKind> kinds;
    private final List<ApplicationKind> served;
    private final SequencedMap<GroupVersion, SequencedMap<String, ApplicationKind>> byPlural;
    private final List<Declaration.Refused> refusals;
    private final List<String> warnings;
    private final Map<String, DefinitionStatus> statuses;

    private KindRegistry(
            List<Declaration.Valid> accepted,
            List<Declaration.Refused> refusals,
            Map<String, DefinitionStatus> statuses) {
        this.statuses = Map.copyOf(statuses);
        this.kinds = accepted.stream()
                .map(Declaration.Valid::kind)
                .filter(kind -> !kind.isComputed())
                .sorted(ORDER)
                .toList();
        this.served = accepted.stream()
                .flatMap(declaration -> declaration.declared().served().stream())
                .sorted(ORDER)
                .toList();
        this.byPlural = new TreeMap<>(DISCOVERY_ORDER);
        for (ApplicationKind kind : served) {
            byPlural.computeIfAbsent(kind.groupVersion(), _ -> new LinkedHashMap<>())
                    .put(kind.names().plural(), kind);
        }
        this.refusals = List.copyOf(refusals);
        this.warnings = Stream.of(
                        PrefixOverlaps.warnings(kinds).stream(),
                        ChartWarnings.of(accepted).stream(),
                        accepted.stream().flatMap(KindRegistry::warnings))
                .flatMap(Function.identity())
                .toList();
    }

    private static Stream<String> warnings(Declaration.Valid accepted) {
        return accepted.warnings().stream().map(warning -> accepted.source() + ": " + warning);
    }

    /** Assembles a registry of at most {@link #MAX_KINDS} kinds. */
    public static KindRegistry assemble(List<Declaration> declarations) {
        return assemble(declarations, MAX_KINDS);
    }

    /**
     * Decides which declarations are served. Within a group, the first declaration that uses a name wins. A later
     * declaration that uses the name is rejected with a message that contains the kind and the source of the first
     * declaration. If a kind from a source is served and a later declaration from the same source is rejected, the
     * later declaration is treated as a rejected update: the kind is still served. Declarations beyond the limit are
     * rejected. A rejected declaration does not affect others.
     *
     * @param maxKinds the maximum number of kinds, at least 1
     */
    public static KindRegistry assemble(List<Declaration> declarations, int maxKinds) {
        NameClaims claims = new NameClaims();
        List<Declaration.Valid> accepted = new ArrayList<>();
        List<Declaration.Refused> refusals = new ArrayList<>();
        Map<String, DefinitionStatus> statuses = new HashMap<>();
        // The server's own kinds take no place of a definition.
        long limit = maxKinds
                + declarations.stream()
                        .filter(declaration -> declaration instanceof Declaration.Valid valid
                                && valid.kind().isComputed())
                        .count();
        for (Declaration declaration : declarations) {
            String source = declaration.source();
            switch (declaration) {
                case Declaration.Refused refused -> {
                    refusals.add(refused);
                    DefinitionStatus before = statuses.get(source);
                    statuses.put(
                            source,
                            before != null && before.isEstablished()
                                    ? DefinitionStatus.refusedChange(refused.reason(), refused.message())
                                    : DefinitionStatus.refused(refused.reason(), refused.message()));
                }
                case Declaration.Valid _
                when accepted.size() == limit -> {
                    String why = "the server serves at most " + maxKinds + " kinds";
                    refusals.add(new Declaration.Refused(source, why));
                    statuses.put(source, DefinitionStatus.refused("TooManyKinds", why));
                }
                case Declaration.Valid valid -> {
                    Optional<String> taken = claims.claim(valid);
                    taken.ifPresentOrElse(
                            why -> refusals.add(new Declaration.Refused(source, why)), () -> accepted.add(valid));
                    statuses.put(
                            source,
                            taken.map(DefinitionStatus::namesTaken).orElseGet(() -> DefinitionStatus.served(valid)));
                }
            }
        }
        return new KindRegistry(accepted, refusals, statuses);
    }

    /**
     * Returns all kinds with stored objects by group and plural, each in the version in which its objects are stored.
     */
    public List<ApplicationKind> kinds() {
        return kinds;
    }

    /** Returns all kinds in all served versions, by group and plural, and also those whose objects are computed. */
    public List<ApplicationKind> served() {
        return served;
    }

    /** Returns the group versions, sorted by group. Within a group, the preferred version is first. */
    public List<GroupVersion> groupVersions() {
        return List.copyOf(byPlural.sequencedKeySet());
    }

    /** Returns the kinds of a group version, sorted by plural; empty if the group version is not served. */
    public List<ApplicationKind> kindsOf(GroupVersion groupVersion) {
        Map<String, ApplicationKind> kindsOfVersion = byPlural.get(groupVersion);
        return kindsOfVersion == null ? List.of() : List.copyOf(kindsOfVersion.values());
    }

    /** Returns the kind with this plural, which is the resource in a request's path. */
    public Optional<ApplicationKind> find(String group, String version, String plural) {
        Map<String, ApplicationKind> kindsOfVersion = byPlural.get(new GroupVersion(group, version));
        return kindsOfVersion == null ? Optional.empty() : Optional.ofNullable(kindsOfVersion.get(plural));
    }

    /**
     * Returns whether an equal kind is served. After a change of its definition, a kind is not equal to the earlier
     * kind.
     */
    public boolean serves(ApplicationKind kind) {
        return find(kind.group(), kind.version(), kind.names().plural())
                .filter(kind::equals)
                .isPresent();
    }

    /** Returns the status of the definition from a source; empty if there is no definition from this source. */
    public Optional<DefinitionStatus> status(String source) {
        return Optional.ofNullable(statuses.get(source));
    }

    /** Returns the status of every definition by its source. */
    public Map<String, DefinitionStatus> statuses() {
        return statuses;
    }

    /** Returns the rejected definitions in the order of their declaration. */
    public List<Declaration.Refused> refusals() {
        return refusals;
    }

    /**
     * Returns warnings for an operator about served kinds. They report release prefixes that overlap, charts that do
     * not exist or could not be looked up, and parts of schemas that are left out.
     */
    public List<String> warnings() {
        return warnings;
    }

    /** Compares the served kinds, the rejected definitions and the warnings. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KindRegistry that
                && kinds.equals(that.kinds)
                && served.equals(that.served)
                && refusals.equals(that.refusals)
                && warnings.equals(that.warnings);
    }

    @Override
    public int hashCode() {
        return kinds.hashCode();
    }
}
