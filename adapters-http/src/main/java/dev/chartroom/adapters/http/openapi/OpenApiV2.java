package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The OpenAPI 2.0 (Swagger) document. There is one document for everything that is served (wire contract B11, B13). It
 * contains less than version 3.0: it leaves out what version 2.0 cannot express, and never approximates it. Immutable,
 * thread-safe.
 */
public final class OpenApiV2 {
    private static final List<String> USED = List.of(
            Definitions.API_GROUP,
            Definitions.API_RESOURCE_LIST,
            Definitions.DELETE_OPTIONS,
            Definitions.LIST_META,
            Definitions.OBJECT_META,
            Definitions.PATCH,
            Definitions.STATUS);

    private final DocumentEncoder encoder;

    /** @param codec also reads the schemas that do not depend on a kind */
    public OpenApiV2(JsonCodec codec) {
        encoder = new DocumentEncoder(codec, new SwaggerDialect());
    }

    /**
     * Returns the document of all served kinds, in every group version. The same kinds give the same document.
     *
     * @param before an older document, whose unchanged parts are reused; null for none
     */
    public EncodedDocument document(List<ApplicationKind> kinds, @Nullable EncodedDocument before) {
        Set<GroupVersion> groupVersions =
                kinds.stream().map(ApplicationKind::groupVersion).collect(Collectors.toCollection(LinkedHashSet::new));
        // The core group is not below /apis.
        List<String> groups = groupVersions.stream()
                .map(GroupVersion::group)
                .filter(group -> !group.isEmpty())
                .distinct()
                .toList();
        return encoder.document(
                new DocumentEncoder.Frame("\"swagger\":\"2.0\"", groups, groupVersions, USED), kinds, before);
    }
}
