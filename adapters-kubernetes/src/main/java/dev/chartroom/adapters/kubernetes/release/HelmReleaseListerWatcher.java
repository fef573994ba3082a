package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.MetadataList;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.ObjectVersions.ObjectVersion;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.WatchStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads all Applications of a group from the HelmReleases with the group's label in all namespaces. It uses one list,
 * in pages, and one watch. A release with the group's label that belongs to none of the requested kinds is omitted.
 */
public final class HelmReleaseListerWatcher implements ApplicationListerWatcher {
    private static final String ALL_NAMESPACES = "";
    /**
     * If there are fewer releases than this, a list of their metadata costs the API server less than the write of a
     * fence (ADR 0024).
     */
    private static final long FEWEST_FOR_A_FENCE = 150;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    /** By group. */
    private final Map<String, UnreadableReleases> unreadable = new ConcurrentHashMap<>();

    private final RecentReleases recents;
    private final @Nullable ReleaseFences fences;

    /** @param codec like that of {@link HelmReleaseStore} */
    public HelmReleaseListerWatcher(KubernetesHttp http, JsonCodec codec) {
        this(http, codec, new RecentReleases(0), null);
    }

    /**
     * @param recents records the changes, for {@link HelmReleaseStore}
     * @param fences determine how far the watches must have progressed; null if Chartroom cannot write fences
     */
    public HelmReleaseListerWatcher(
            KubernetesHttp http, JsonCodec codec, RecentReleases recents, @Nullable ReleaseFences fences) {
        this.http = http;
        this.codec = codec;
        this.recents = recents;
        this.fences = fences;
    }

    @Override
    public ApplicationPage list(List<ApplicationKind> kinds, String continueToken) {
        ReleaseDecoder decoder = new ReleaseDecoder(codec, unreadable(kinds.getFirst()), recents);
        ReleasedKinds released = new ReleasedKinds(kinds);
        return http.read(
                ReleasePaths.collection(ALL_NAMESPACES),
                ReleaseQueries.page(kinds, continueToken),
                page -> decoder.page(released, page),
                errors(kinds)::exceptionOf);
    }

    @Override
    public Optional<ResourceVersion> latest(ApplicationKind kind) {
        return fences == null ? Optional.empty() : fences.write(kind.group());
    }

    @Override
    public long minObjectsForLatest() {
        return fences == null ? Long.MAX_VALUE : FEWEST_FOR_A_FENCE;
    }

    /**
     * Reads the version without checking the kind. If the release is of another kind, its version differs from that of
     * every known Application.
     */
    @Override
    public Optional<String> version(ApplicationKind kind, NamespacedName name) {
        return Optional.of(http.read(
                        ReleasePaths.of(kind, name),
                        new Query(),
                        MetadataList.ITEM_MEDIA_TYPE,
                        MetadataList::readItem,
                        new StatusTranslator(kind, name.name(), codec)::exceptionOf)
                .resourceVersion());
    }

    @Override
    public ObjectVersions versions(ApplicationKind kind, Selection selection) {
        MetadataList releases = http.read(
                ReleasePaths.collection(selection.namespace()),
                ReleaseQueries.selected(kind, selection.labelSelector(), selection.fieldSelector()),
                MetadataList.MEDIA_TYPE,
                MetadataList::read,
                new StatusTranslator(kind, "", codec)::exceptionOf);
        int prefix = kind.release().prefix().length();
        UnreadableReleases ofGroup = unreadable(kind);
        return new ObjectVersions(
                ResourceVersion.of(releases.resourceVersion()),
                releases.items().stream()
                        .filter(release -> ReleaseConverter.isNamedAsOf(kind, release.name())
                                && !ofGroup.contains(release.namespace(), release.name(), release.resourceVersion()))
                        .map(release -> new ObjectVersion(
                                new NamespacedName(
                                        release.namespace(), release.name().substring(prefix)),
                                release.resourceVersion()))
                        .toList());
    }

    @Override
    public String continueToken(
            ApplicationKind kind, String namespace, ResourceVersion resourceVersion, NamespacedName last) {
        String release = kind.release().releaseName(last.name());
        ContinueToken token = namespace.isEmpty()
                ? ContinueToken.after(new NamespacedName(last.namespace(), release), resourceVersion)
                : ContinueToken.after(release, resourceVersion);
        return token.text();
    }

    @Override
    public WatchStream watch(List<ApplicationKind> kinds, ResourceVersion resourceVersion) {
        return watch(kinds, ReleaseQueries.follow(kinds.getFirst().group(), resourceVersion.toString()), false);
    }

    @Override
    public WatchStream watchList(List<ApplicationKind> kinds) {
        unreadable(kinds.getFirst()).clear();
        // The new watch does not report the releases that were deleted before it.
        recents.clear();
        return watch(kinds, ReleaseQueries.watchList(kinds.getFirst().group()), true);
    }

    private WatchStream watch(List<ApplicationKind> kinds, Query query, boolean beginsWithAll) {
        GroupEventReader events =
                new GroupEventReader(kinds, codec, unreadable(kinds.getFirst()), recents, beginsWithAll);
        return HelmReleaseWatch.start(
                http.open(ReleasePaths.collection(ALL_NAMESPACES), query, errors(kinds)::exceptionOf), events::read);
    }

    private UnreadableReleases unreadable(ApplicationKind kind) {
        return unreadable.computeIfAbsent(kind.group(), _ -> new UnreadableReleases());
    }

    /** An error concerns no particular kind, so its message names the first kind. */
    private StatusTranslator errors(List<ApplicationKind> kinds) {
        return new StatusTranslator(kinds.getFirst(), "", codec);
    }
}
