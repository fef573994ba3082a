package dev.chartroom.domain.kind;

import dev.chartroom.domain.meta.GroupResource;
import dev.chartroom.domain.meta.GroupVersion;
import dev.chartroom.domain.meta.GroupVersionKind;
import dev.chartroom.domain.schema.Schema;

/**
 * One served kind: what a kind definition says, whichever format declared it.
 *
 * @param description what the kind is, for {@code kubectl explain}; may be empty
 * @param schema the schema of {@code spec}
 */
public record ApplicationKind(
        String group, String version, KindNames names, String description, Schema schema, ReleaseTemplate release) {

    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }

    public GroupVersionKind gvk() {
        return new GroupVersionKind(group, version, names.kind());
    }

    public GroupResource groupResource() {
        return new GroupResource(group, names.plural());
    }
}
