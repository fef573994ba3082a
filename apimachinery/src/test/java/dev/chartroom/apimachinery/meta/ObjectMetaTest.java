package dev.chartroom.apimachinery.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ObjectMetaTest {
    private static final JsonObject FULL = TestJson.object("""
            {name: 'db', generateName: 'd', namespace: 'team', uid: '6f1d', resourceVersion: '42', generation: 3,
             creationTimestamp: '2026-01-02T03:04:00Z', deletionTimestamp: '2026-02-03T04:05:06Z',
             deletionGracePeriodSeconds: 0, labels: {z: '1', a: ''}, annotations: {'example.com/note': 'hi'},
             ownerReferences: [{apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u', extra: true}],
             finalizers: ['a.b/c', 'a.b/d'], managedFields: [{manager: 'kubectl', fieldsV1: {'f:spec': {}}}]}""");

    @Test
    void everyFieldIsReadAndWritten() {
        ObjectMeta metadata = ObjectMeta.fromJson(FULL);

        assertThat(metadata.toJson()).isEqualTo(FULL);
        assertThat(metadata.toJson()).hasToString(FULL.toString());
        assertThat(metadata.toBuilder().build()).isEqualTo(metadata);
        assertThat(metadata.generation()).isEqualTo(3);
        assertThat(metadata.deletionGracePeriodSeconds()).isZero();
        assertThat(metadata.creationTimestamp()).isEqualTo(Instant.parse("2026-01-02T03:04:00Z"));
        assertThat(metadata.isTerminating()).isTrue();
        assertThat(metadata.namespacedName()).isEqualTo(new NamespacedName("team", "db"));
        assertThat(metadata.labels()).containsExactly(Map.entry("z", "1"), Map.entry("a", ""));
        assertThat(metadata.finalizers()).containsExactly("a.b/c", "a.b/d");
    }

    @Test
    void nullsAndEmptyFieldsCountAsAbsentAndAreNotWritten() {
        JsonObject nulls = TestJson.object("""
                {name: null, uid: '', generation: null, creationTimestamp: null, deletionTimestamp: '',
                 deletionGracePeriodSeconds: null, labels: null, annotations: {}, ownerReferences: null,
                 finalizers: [], managedFields: null}""");

        assertThat(ObjectMeta.fromJson(nulls).toJson()).isEqualTo(JsonObject.EMPTY);
        assertThat(ObjectMeta.fromJson(nulls)).isEqualTo(ObjectMeta.fromJson(JsonObject.EMPTY));
        assertThat(ObjectMeta.fromJson(nulls).isTerminating()).isFalse();
    }

    @Test
    void unknownFieldsAreDropped() {
        assertThat(ObjectMeta.fromJson(TestJson.object("{name: 'a', selfLink: '/x', clusterName: 'c'}"))
                        .toJson())
                .isEqualTo(TestJson.parse("{name: 'a'}"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "name              | 1                     | a string",
                "generateName      | {}                    | a string",
                "namespace         | []                    | a string",
                "uid               | true                  | a string",
                "resourceVersion   | 42                    | a string",
                "generation        | '1'                   | an integer",
                "generation        | 1.5                   | an integer",
                "creationTimestamp | 5                     | a string",
                "creationTimestamp | 'yesterday'           | an RFC 3339 time",
                "deletionTimestamp | '2026-02-30T00:00:00Z' | an RFC 3339 time",
                "deletionGracePeriodSeconds | '0'          | an integer",
                "labels            | []                    | a map of strings",
                "labels            | {a: 1}                | a map of strings",
                "annotations       | {a: {}}               | a map of strings",
                "ownerReferences   | {}                    | a list of objects",
                "ownerReferences   | ['x']                 | a list of objects",
                "finalizers        | 'x'                   | a list of strings",
                "finalizers        | [1]                   | a list of strings",
                "managedFields     | [null]                | a list of objects",
            })
    void errorNamesTheFieldOfTheWrongType(String field, String value, String type) {
        JsonObject json = JsonObject.of(field, TestJson.parse(value));

        assertThatThrownBy(() -> ObjectMeta.fromJson(json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("metadata." + field + ": must be " + type);
    }

    @Test
    void wholeDecimalIsAnInteger() {
        assertThat(ObjectMeta.fromJson(TestJson.object("{generation: 2.0}")).generation())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05Z, 2026-01-02T03:04:05Z",
        "2026-01-02T03:04:00.987654Z, 2026-01-02T03:04:00Z",
        "2026-01-02T03:04:05+02:00, 2026-01-02T01:04:05Z",
    })
    void timesAreUtcWithWholeSeconds(String given, String written) {
        JsonObject json = JsonObject.builder().put("creationTimestamp", given).build();

        assertThat(ObjectMeta.fromJson(json).toJson().stringOrEmpty("creationTimestamp"))
                .isEqualTo(written);
    }

    @Test
    void metadataIsImmutableAndCopiesTheCallersCollections() {
        Map<String, String> labels = new HashMap<>(Map.of("a", "1"));
        ObjectMeta metadata = ObjectMeta.builder().name("x").labels(labels).build();
        labels.clear();

        assertThat(metadata.labels()).containsEntry("a", "1");
        assertThatThrownBy(() -> metadata.labels().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> metadata.finalizers().add("x")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void namespacedNamesAreSortedLikeKeysInEtcd() {
        List<NamespacedName> names =
                List.of(new NamespacedName("a-b", "a"), new NamespacedName("a", "z"), new NamespacedName("b", "a"));

        assertThat(names.reversed().stream().sorted()).containsExactlyElementsOf(names);
    }
}
