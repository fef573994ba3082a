package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An Application with its release. The store can update the release without reading it again. */
final class ReleasedApplication extends StoredApplication {
    private final JsonObject release;

    ReleasedApplication(ApplicationKind kind, JsonObject release, JsonCodec codec) {
        this(kind, release, codec, null);
    }

    /** @param served the object as readers get it, if it has been built already */
    ReleasedApplication(ApplicationKind kind, JsonObject release, JsonCodec codec, @Nullable ServedApplication served) {
        super(kind, ReleaseConverter.toApplication(kind, release), codec, served);
        this.release = release;
    }

    @Override
    public Optional<String> suspendedRelease() {
        return ReleaseConverter.isSuspended(release)
                ? Optional.of(release.objectOrEmpty("metadata").stringOrEmpty("name"))
                : Optional.empty();
    }

    JsonObject release() {
        return release;
    }
}
