package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.UnknownRemoval;
import dev.chartroom.domain.conversion.UnknownValues;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.progress.ReleaseProgress;
import dev.chartroom.ports.json.JsonCodec;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored state of an object, as the basis of changes. Readers receive {@link #served}. Immutable. A store can
 * extend this class with the data that the store needs for an update.
 */
public class StoredApplication {
    private final ApplicationKind kind;
    private final Application application;
    private final JsonCodec codec;
    private volatile @Nullable Application shown;
    private volatile @Nullable ServedApplication served;

    /**
     * @param kind the kind of the object, in the version in which the object was read
     * @param application the stored state, without defaults, with its uid and resource version
     */
    public StoredApplication(ApplicationKind kind, Application application, JsonCodec codec) {
        this(kind, application, codec, null);
    }

    /** @param served the object for readers, if it was encoded already; otherwise null */
    protected StoredApplication(
            ApplicationKind kind, Application application, JsonCodec codec, @Nullable ServedApplication served) {
        this.served = served;
        this.kind = kind;
        this.application = application;
        this.codec = codec;
    }

    public final ObjectMeta metadata() {
        return application.metadata();
    }

    /** Returns the stored state, without defaults. */
    public final Application application() {
        return application;
    }

    /** Returns the state that clients see, with the schema's defaults. */
    public final Application shown() {
        Application known = shown;
        if (known == null) {
            known = application.withSpec(SchemaDefaulter.ofSpec(kind.schema(), application.spec()));
            shown = known;
        }
        return known;
    }

    /** Returns the object that clients see, encoded at most once. */
    public final ServedApplication served() {
        ServedApplication known = served;
        if (known == null) {
            known = ServedApplication.of(kind, shown(), codec);
            served = known;
        }
        return known;
    }

    /**
     * Returns the name of the object's release if that release is suspended. Flux deletes a suspended release without
     * an uninstall. A store without releases knows this of a projected release, from the status that it was last given.
     */
    public Optional<String> suspendedRelease() {
        return kind.release().isProjected()
                        && ReleaseProgress.reported(application.status()).isSuspended()
                ? Optional.of(kind.release().releaseName(metadata().name()))
                : Optional.empty();
    }

    /** Returns the values that the store has for the object, but that the stored version's schema does not know. */
    public UnknownValues unknownValues() {
        return UnknownValues.NONE;
    }

    /**
     * Returns the same object as the basis of an update that also removes unknown values.
     *
     * @param removal a removal that {@link #unknownValues} started
     */
    public StoredApplication without(UnknownRemoval removal) {
        return this;
    }

    /** Returns the same object in another version of its kind. */
    public final StoredApplication in(ApplicationKind version) {
        return version.version().equals(kind.version()) ? this : new ConvertedApplication(version, this, codec);
    }

    /** Returns the object in its stored version. */
    public StoredApplication stored() {
        return this;
    }
}
