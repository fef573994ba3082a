package dev.chartroom.domain.kind;

import dev.chartroom.domain.meta.GroupVersion;
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

/** The kinds served at a moment, and what became of every definition. Immutable; two are equal where they say the same. */
public final class KindRegistry {
    /**
     * How many kinds are served unless somebody says otherwise. The kube-apiserver merges the schemas of all of them into one
     * document with everybody else's, and every client of it reads them all: of thousands, the cluster would suffer more
     * than this server.
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
        this.kinds =
                accepted.stream().map(Declaration.Valid::kind).sorted(ORDER).toList();
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

    /** Serves what can be served, {@link #MAX_KINDS} at most. */
    public static KindRegistry assemble(List<Declaration> declarations) {
        return assemble(declarations, MAX_KINDS);
    }

    /**
     * Serves what can be served. Within a group the first declaration of a name keeps it; a later one is refused with a
     * sentence that says which kind of which source has it. A source that is refused after it declared a kind refuses a
     * change of that one. What comes after so many kinds is refused, too. A refused declaration harms no other.
     *
     * @param most how many kinds are served, at least 1
     */
    public static KindRegistry assemble(List<Declaration> declarations, int most) {
        NameClaims claims = new NameClaims();
        List<Declaration.Valid> accepted = new ArrayList<>();
        List<Declaration.Refused> refusals = new ArrayList<>();
        Map<String, DefinitionStatus> statuses = new HashMap<>();
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
                when accepted.size() == most -> {
                    String why = "there are " + most + " kinds before it, and no more are served";
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

    /** All kinds, by group and plural, each in the version in which its objects are stored. */
    public List<ApplicationKind> kinds() {
        return kinds;
    }

    /** All kinds in all versions that are served, by group and plural. */
    public List<ApplicationKind> served() {
        return served;
    }

    /** The groups by name, the versions of each with the preferred one first. */
    public List<GroupVersion> groupVersions() {
        return List.copyOf(byPlural.sequencedKeySet());
    }

    /** The kinds of a group version by plural; none where it is not served. */
    public List<ApplicationKind> kindsOf(GroupVersion groupVersion) {
        Map<String, ApplicationKind> kindsOfVersion = byPlural.get(groupVersion);
        return kindsOfVersion == null ? List.of() : List.copyOf(kindsOfVersion.values());
    }

    /** The kind with this plural, which is the resource in a path. */
    public Optional<ApplicationKind> find(String group, String version, String plural) {
        Map<String, ApplicationKind> kindsOfVersion = byPlural.get(new GroupVersion(group, version));
        return kindsOfVersion == null ? Optional.empty() : Optional.ofNullable(kindsOfVersion.get(plural));
    }

    /** Whether this very kind is served, as one that was declared anew is another. */
    public boolean serves(ApplicationKind kind) {
        return find(kind.group(), kind.version(), kind.names().plural())
                .filter(kind::equals)
                .isPresent();
    }

    /** What became of a definition; empty where there is none of this source. */
    public Optional<DefinitionStatus> status(String source) {
        return Optional.ofNullable(statuses.get(source));
    }

    /** What became of every definition, by its source. */
    public Map<String, DefinitionStatus> statuses() {
        return statuses;
    }

    /** The definitions that are not served, in the order of their declaration. */
    public List<Declaration.Refused> refusals() {
        return refusals;
    }

    /**
     * What an operator should know about the kinds that are served: release prefixes that overlap, charts that do not
     * exist or could not be looked for, and parts of schemas that are left out.
     */
    public List<String> warnings() {
        return warnings;
    }

    /** Whether the same is served, refused and warned of. */
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
