package dev.chartroom.bootstrap.assembly;

import dev.chartroom.core.computed.ApplicationPreview;
import dev.chartroom.core.computed.ComputedApplicationStore;
import dev.chartroom.core.computed.KindsReview;
import dev.chartroom.core.store.RoutingApplicationStore;
import dev.chartroom.core.write.ApplicationWriter;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.storage.ApplicationStore;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The parts that answer for kinds whose objects are not stored. The catalogue decides whether these kinds are served. */
record ComputedObjects(
        Supplier<KindRegistry> registry,
        Authorizer authorizer,
        ObjectQuota quota,
        Optional<ReleaseDirectory> releases,
        JsonCodec codec) {
    private static final String STORED = "stored";

    /**
     * Returns a store that also has the objects that are not stored.
     *
     * @param previewed writes to the store, for dry runs
     */
    ApplicationStore besides(ApplicationStore stored, ApplicationWriter previewed) {
        ApplicationStore computed = new ComputedApplicationStore(
                Map.of(
                        plural(ComputedKinds.SELF_SUBJECT_KINDS_REVIEW),
                        new KindsReview(registry, authorizer, quota),
                        plural(ComputedKinds.APPLICATION_PREVIEW),
                        new ApplicationPreview(registry, stored, previewed, authorizer, releases)),
                codec);
        return new RoutingApplicationStore(
                Map.of(STORED, stored, ApplicationKind.COMPUTED, computed),
                kind -> kind.isComputed() ? ApplicationKind.COMPUTED : STORED);
    }

    private static String plural(ApplicationKind kind) {
        return kind.names().plural();
    }
}
