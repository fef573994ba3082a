package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.UnknownRemoval;
import dev.chartroom.domain.conversion.UnknownValues;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An Application with its release. The store can update the release without reading it again. */
final class ReleasedApplication extends StoredApplication {
    private final ApplicationKind kind;
    private final JsonCodec codec;
    private final JsonObject release;
    private final JsonObject basis;

    ReleasedApplication(ApplicationKind kind, JsonObject release, JsonCodec codec) {
        this(kind, release, codec, null);
    }

    /** @param served the object as readers get it, if it has been built already */
    ReleasedApplication(ApplicationKind kind, JsonObject release, JsonCodec codec, @Nullable ServedApplication served) {
        this(kind, ReleaseConverter.toApplication(kind, release), release, release, codec, served);
    }

    private ReleasedApplication(
            ApplicationKind kind,
            Application application,
            JsonObject release,
            JsonObject basis,
            JsonCodec codec,
            @Nullable ServedApplication served) {
        super(kind, application, codec, served);
        this.kind = kind;
        this.codec = codec;
        this.release = release;
        this.basis = basis;
    }

    @Override
    public Optional<String> suspendedRelease() {
        return ReleaseConverter.isSuspended(release)
                ? Optional.of(release.objectOrEmpty("metadata").stringOrEmpty("name"))
                : Optional.empty();
    }

    /** Returns whether the other is the same object with the same spec, so that at most metadata and status differ. */
    boolean hasSpecOf(ReleasedApplication other) {
        return metadata().uid().equals(other.metadata().uid())
                && release.objectOrEmpty("spec").equals(other.release.objectOrEmpty("spec"));
    }

    JsonObject release() {
        return release;
    }

    /** Returns the release that an update changes. It lacks the unknown values that the update removes. */
    JsonObject basis() {
        return basis;
    }

    @Override
    public UnknownValues unknownValues() {
        return UnknownValues.of(release, application().spec());
    }

    @Override
    public StoredApplication without(UnknownRemoval removal) {
        return new ReleasedApplication(kind, application(), release, removal.appliedTo(release), codec, null);
    }
}
