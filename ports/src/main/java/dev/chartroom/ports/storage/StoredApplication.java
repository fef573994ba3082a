package dev.chartroom.ports.storage;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.schema.SchemaDefaulter;
import dev.chartroom.ports.json.JsonCodec;
import org.jspecify.annotations.Nullable;

/**
 * An object as a store has it, and as clients see it: with the schema's defaults, encoded at most once and shared by
 * everyone who reads it. Immutable; stores may extend it with what they need to write it back.
 */
public class StoredApplication {
    private final ApplicationKind kind;
    private final Application application;
    private final JsonCodec codec;
    private volatile @Nullable Application served;
    private volatile byte @Nullable [] json;

    /**
     * @param kind the kind it was read as
     * @param application what is stored, without defaults, with its uid and resource version
     */
    public StoredApplication(ApplicationKind kind, Application application, JsonCodec codec) {
        this.kind = kind;
        this.application = application;
        this.codec = codec;
    }

    /** The kind it was read as. */
    public final ApplicationKind kind() {
        return kind;
    }

    public final ObjectMeta metadata() {
        return application.metadata();
    }

    /** What is stored, without defaults. */
    public final Application application() {
        return application;
    }

    /** What clients see. */
    public final Application served() {
        Application known = served;
        if (known == null) {
            JsonObject spec = application.spec();
            known = spec == null
                    ? application
                    : application.withSpec(SchemaDefaulter.withDefaults(kind.schema(), spec));
            served = known;
        }
        return known;
    }

    /** The same object with another resource version, such as that of its deletion (wire contract D43). */
    public final StoredApplication withResourceVersion(String resourceVersion) {
        return new StoredApplication(
                kind,
                application.withMetadata(application.metadata().toBuilder()
                        .resourceVersion(resourceVersion)
                        .build()),
                codec);
    }

    /** What clients see, as JSON in UTF-8. The array is shared: nobody may write to it. */
    public final byte[] json() {
        byte[] known = json;
        if (known == null) {
            known = codec.encode(served().toJson());
            json = known;
        }
        return known;
    }
}
