package dev.chartroom.domain.kind;

import dev.chartroom.domain.managedfields.FieldOwnership;
import dev.chartroom.domain.masking.ValueMask;
import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.domain.meta.GroupVersionKind;
import dev.chartroom.domain.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One served kind: what a kind definition says, whichever format declared it, and what is made of that once. Immutable;
 * two are equal where they say the same.
 */
public final class ApplicationKind {
    private final GroupVersionKind gvk;
    private final KindNames names;
    private final String description;
    private final Schema schema;
    private final ReleaseTemplate release;
    private final List<String> sensitivePaths;
    private final ValueMask valueMask;
    private final GroupResource groupResource;
    private final FieldOwnership fieldOwnership;

    /** A kind of which nothing is sensitive but what its schema says. */
    public ApplicationKind(
            String group, String version, KindNames names, String description, Schema schema, ReleaseTemplate release) {
        this(group, version, names, description, schema, release, List.of());
    }

    /**
     * @param description what the kind is, for {@code kubectl explain}; may be empty
     * @param schema the schema of {@code spec}
     * @param sensitivePaths of values that are masked in logs, besides those of which the schema says so
     */
    public ApplicationKind(
            String group,
            String version,
            KindNames names,
            String description,
            Schema schema,
            ReleaseTemplate release,
            List<String> sensitivePaths) {
        this.gvk = new GroupVersionKind(group, version, names.kind());
        this.names = names;
        this.description = description;
        this.schema = schema;
        this.release = release;
        this.sensitivePaths = List.copyOf(sensitivePaths);
        this.valueMask = ValueMask.of(schema, sensitivePaths);
        this.groupResource = new GroupResource(group, names.plural());
        this.fieldOwnership = FieldOwnership.of(groupVersion(), names.kind(), schema);
    }

    public String group() {
        return gvk.group();
    }

    public String version() {
        return gvk.version();
    }

    public KindNames names() {
        return names;
    }

    public String description() {
        return description;
    }

    public Schema schema() {
        return schema;
    }

    public ReleaseTemplate release() {
        return release;
    }

    public GroupVersion groupVersion() {
        return new GroupVersion(gvk.group(), gvk.version());
    }

    public GroupVersionKind gvk() {
        return gvk;
    }

    public GroupResource groupResource() {
        return groupResource;
    }

    /** Who owns which fields of the kind's objects, and server-side apply. */
    public FieldOwnership fieldOwnership() {
        return fieldOwnership;
    }

    /** What hides the sensitive values of the kind's objects from whoever reads logs. */
    public ValueMask valueMask() {
        return valueMask;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        // Most are asked about themselves, and a schema is long.
        return this == other
                || other instanceof ApplicationKind that
                        && gvk.equals(that.gvk)
                        && names.equals(that.names)
                        && description.equals(that.description)
                        && schema.equals(that.schema)
                        && release.equals(that.release)
                        && sensitivePaths.equals(that.sensitivePaths);
    }

    @Override
    public int hashCode() {
        return gvk.hashCode();
    }

    @Override
    public String toString() {
        return gvk.toString();
    }
}
