package dev.chartroom.adapters.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EncodedDocumentTest {
    private static final OpenApiV2 V2 = new OpenApiV2(Json.CODEC);
    private static final OpenApiV3 V3 = new OpenApiV3(Json.CODEC);
    private static final GroupVersion GROUP_VERSION = new GroupVersion(Kinds.GROUP, "v1alpha1");
    private static final List<ApplicationKind> KINDS = List.of(Kinds.bucket(), Kinds.redis());

    static Stream<List<ApplicationKind>> otherKinds() {
        return Stream.of(
                List.of(),
                List.of(Kinds.redis()),
                List.of(Kinds.redis(), Kinds.bucket()),
                List.of(Kinds.bucket(), Kinds.redis(), kind("Postgres", "postgreses", "{}")),
                List.of(kind("Bucket", "bucketses", "{}"), Kinds.redis()),
                List.of(kind("Buckets", "buckets", "{}"), Kinds.redis()),
                List.of(kind("Bucket", "buckets", "{\"description\":\"Values.\"}"), Kinds.redis()));
    }

    static Stream<EncodedDocument> documents() {
        return Stream.of(V2.document(KINDS, null), V3.document(GROUP_VERSION, KINDS, null));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void lengthEqualsTheNumberOfBytesWritten(EncodedDocument document) {
        assertThat(document.length()).isEqualTo(Kinds.bytes(document).length);
    }

    @ParameterizedTest
    @MethodSource("otherKinds")
    void documentBuiltFromAnOlderOneEqualsANewlyBuiltOne(List<ApplicationKind> kinds) {
        EncodedDocument older = V2.document(KINDS, null);
        EncodedDocument anew = V2.document(kinds, null);
        EncodedDocument ofParts = V2.document(kinds, older);

        assertThat(Kinds.bytes(ofParts)).isEqualTo(Kinds.bytes(anew));
        assertThat(ofParts.hash()).isEqualTo(anew.hash());
    }

    @ParameterizedTest
    @MethodSource("otherKinds")
    void differentKindsHaveDifferentHashes(List<ApplicationKind> kinds) {
        assertThat(V2.document(kinds, null).hash())
                .isNotEqualTo(V2.document(KINDS, null).hash());
        assertThat(V3.document(GROUP_VERSION, kinds, null).hash())
                .isNotEqualTo(V3.document(GROUP_VERSION, KINDS, null).hash());
    }

    @Test
    void equalKindsHaveTheSameHash() {
        List<ApplicationKind> equal = List.of(Kinds.bucket(), Kinds.redis());

        assertThat(V2.document(equal, null).hash())
                .isEqualTo(V2.document(KINDS, null).hash());
    }

    /** This matters if one of a thousand kinds changes. */
    @Test
    void schemaOfAnUnchangedKindIsNotEncodedAgain() {
        EncodedDocument older = V3.document(GROUP_VERSION, KINDS, null);
        ApplicationKind changed = kind("Bucket", "buckets", "{\"description\":\"Values.\"}");

        Map<ApplicationKind, Fragment> schemas = V3.document(GROUP_VERSION, List.of(changed, Kinds.redis()), older)
                .schemas();

        assertThat(schemas).containsOnlyKeys(changed, Kinds.redis());
        assertThat(schemas.get(Kinds.redis())).isSameAs(older.schemas().get(Kinds.redis()));
        assertThat(schemas.get(changed)).isNotIn(older.schemas().values());
    }

    /** Otherwise the objects of RedisStatus and the status of a Redis would have the same operation ids. */
    @Test
    void kindNamedLikeAStatusSubresourceHasUniqueOperationIds() {
        JsonObject document =
                Kinds.json(V2.document(List.of(Kinds.redis(), kind("RedisStatus", "redisstatuses", "{}")), null));

        assertThat(Walk.operations(document).values().stream().map(operation -> operation.stringOrEmpty("operationId")))
                .hasSize(2 + 2 * 11)
                .doesNotHaveDuplicates()
                .contains(
                        "readAppsExampleComV1alpha1NamespacedRedisStatus",
                        "readAppsExampleComV1alpha1NamespacedRedisStatus_2");
    }

    @Test
    void filledTemplateEqualsTheEncodedPathsOfTheKind() throws IOException {
        for (Dialect dialect : List.of(new SwaggerDialect(), new OpenApiDialect())) {
            KindPaths paths = new KindPaths(dialect, EnumSet.allOf(KindOperation.class));
            KindTexts texts = KindTexts.of(Kinds.redis(), new OperationIds());
            ByteArrayOutputStream filled = new ByteArrayOutputStream();

            new Template(Json.CODEC.encode(paths.of(KindTexts.gaps())))
                    .filled(texts.inOrder())
                    .writeTo(filled);

            assertThat(filled.toString(StandardCharsets.UTF_8))
                    .isEqualTo(new String(Json.CODEC.encode(paths.of(texts)), StandardCharsets.UTF_8));
        }
    }

    @Test
    void templateGapsMayRepeatAndComeInAnyOrder() throws IOException {
        String json = "[\"%2$s/%1$s\",\"%2$s\"]".formatted(Template.gap(0), Template.gap(1));
        Fragment fragment = new Template(json.getBytes(StandardCharsets.UTF_8)).filled(List.of("a", "bcd"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        fragment.writeTo(out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("[\"bcd/a\",\"bcd\"]");
        assertThat(fragment.length()).isEqualTo(out.size());
    }

    @Test
    void differentFillingsHaveDifferentDigests() {
        Template template = new Template((Template.gap(0) + Template.gap(1)).getBytes(StandardCharsets.UTF_8));

        assertThat(Stream.of(List.of("a", "bc"), List.of("ab", "c"), List.of("bc", "a"))
                        .map(filling -> HexFormat.of()
                                .formatHex(template.filled(filling).digest())))
                .doesNotHaveDuplicates();
    }

    private static ApplicationKind kind(String kind, String plural, String schema) {
        return Kinds.kind(Kinds.GROUP, "v1alpha1", kind, plural, schema);
    }
}
