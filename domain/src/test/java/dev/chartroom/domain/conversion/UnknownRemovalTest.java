package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownRemovalTest {
    private static final ApplicationKind KIND = TestKinds.of(TestJson.object("""
            {schema: {type: 'object', properties: {
              size: {type: 'integer'},
              storage: {type: 'object', properties: {class: {type: 'string'}}},
              users: {type: 'array', items: {type: 'object', properties: {name: {type: 'string'}}}}}}}
            """));

    private static final String VALUES = """
            {_platform: {secret: 1}, size: 1, stamp: {a: 1, b: {c: 2}}, note: null,
             storage: {class: 'fast', stamp: 1, tags: [{t: 1}]},
             users: [{name: 'a', stamp: 1}, {name: 'b', stamp: {a: 1}}, {name: 'c'}]}
            """;
    /** The field set of all values, without the prefixes of its elements. */
    private static final String ALL = """
            {_platform: {secret: {}}, size: {}, note: {}, stamp: {'.': {}, a: {}, b: {'.': {}, c: {}}},
             storage: {'.': {}, class: {}, stamp: {}, tags: {}}, users: {}}
            """;

    @Test
    void releaseWithoutUnknownValuesHasNoneToRemove() {
        JsonObject release = release("{_platform: 1, size: 1, users: [{name: 'a'}]}", "{}");

        assertThat(unknown(release)).isSameAs(UnknownValues.NONE);
        assertThat(unknown(TestJson.object("{spec: {values: 7}}"))).isSameAs(UnknownValues.NONE);
        assertThat(unknown(JsonObject.EMPTY)).isSameAs(UnknownValues.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/spec/stamp | spec.stamp",
                "/spec/note | spec.note",
                "/spec/stamp/b/c | spec.stamp.b.c",
                "/spec/storage/stamp | spec.storage.stamp",
                "/spec/storage/tags/0/t | spec.storage.tags[0].t",
                "/spec/users/1/stamp | spec.users[1].stamp",
                "/spec/users/1/stamp/a | spec.users[1].stamp.a",
            })
    void removalByPathRemovesAnUnknownValueOnce(String path, String reported) {
        UnknownRemoval removal = removal();

        assertThat(removal.remove(JsonPointer.parse(path))).isTrue();
        assertThat(removal.isRemoved(JsonPointer.parse(path))).isTrue();
        assertThat(removal.remove(JsonPointer.parse(path))).isFalse();
        assertThat(removal.paths()).containsExactly(reported);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/spec",
                "/stamp",
                "/metadata/stamp",
                "/spec/_platform",
                "/spec/_platform/secret",
                "/spec/size",
                "/spec/storage",
                "/spec/storage/class",
                "/spec/storage/tags/0",
                "/spec/users/2",
                "/spec/users/2/stamp",
                "/spec/users/3/stamp",
                "/spec/users/-/stamp",
                "/spec/absent",
                "/spec/stamp/absent",
                "/spec/size/stamp",
            })
    void removalByPathRemovesNothingElse(String path) {
        UnknownRemoval removal = removal();

        assertThat(removal.remove(JsonPointer.parse(path))).isFalse();
        assertThat(removal.isRemoved(JsonPointer.parse(path))).isFalse();
        assertThat(removal.paths()).isEmpty();
        assertThat(removal.appliedTo(release(VALUES, ALL))).isEqualTo(release(VALUES, ALL));
    }

    @Test
    void valueInARemovedValueCannotBeRemoved() {
        UnknownRemoval removal = removal();

        assertThat(removal.remove(JsonPointer.parse("/spec/stamp/a"))).isTrue();
        assertThat(removal.remove(JsonPointer.parse("/spec/stamp"))).isTrue();
        assertThat(removal.remove(JsonPointer.parse("/spec/stamp/b"))).isFalse();
        assertThat(removal.paths()).containsExactly("spec.stamp");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{stamp: null} | spec.stamp",
                "{note: null} | spec.note",
                "{stamp: {b: null, x: null}} | spec.stamp.b",
                "{storage: {tags: null, stamp: null}} | spec.storage.stamp,spec.storage.tags",
                "{_platform: null} | ''",
                "{_platform: {secret: null}} | ''",
                "{size: null, storage: null, users: null} | ''",
                "{storage: {class: null}} | ''",
                "{stamp: 1, absent: null} | ''",
                "{storage: {tags: [{t: null}]}} | ''",
                "{} | ''",
            })
    void nullRemovesAnUnknownValue(String given, String paths) {
        UnknownRemoval removal = removal();

        removal.removeNulls(TestJson.object(given), shown());

        assertThat(removal.paths()).containsExactly(split(paths));
    }

    /** The items are merged as by an update of the release. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unchanged | [{name: 'a', stamp: null}, {name: 'b'}, {name: 'c'}]"
                        + " | [{name: 'a'}, {name: 'b'}, {name: 'c'}] | spec.users[0].stamp",
                "changed | [{name: 'x', stamp: null}, {name: 'b'}, {name: 'c'}]"
                        + " | [{name: 'x'}, {name: 'b'}, {name: 'c'}] | spec.users[0].stamp",
                "moved | [{name: 'b', stamp: null}, {name: 'a'}, {name: 'c'}]"
                        + " | [{name: 'b'}, {name: 'a'}, {name: 'c'}] | spec.users[1].stamp",
                "after a removed item | [{name: 'b', stamp: {a: null}}] | [{name: 'b'}] | spec.users[1].stamp.a",
                "new | [{name: 'x', stamp: null}] | [{name: 'x'}] | ''",
                "of a list with other items | [{name: 'a', stamp: null}] | [{name: 'a'}, {name: 'b'}] | ''",
                "without the value | [{name: 'a'}, {name: 'b'}, {name: 'c', stamp: null}]"
                        + " | [{name: 'a'}, {name: 'b'}, {name: 'c'}] | ''",
            })
    void nullInAnItemRemovesTheValueOfTheStoredItem(String item, String given, String next, String paths) {
        UnknownRemoval removal = removal();

        removal.removeNulls(TestJson.object("{users: " + given + "}"), shown().with("users", TestJson.parse(next)));

        assertThat(removal.paths()).as(item).containsExactly(split(paths));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing | {} | {} | ''",
                "a part | {stamp: {'.': {}, a: {}}} | {} | spec.stamp.a",
                "all members without their object | {stamp: {a: {}, b: {'.': {}, c: {}}}} | {}"
                        + " | spec.stamp.a,spec.stamp.b",
                "a member is also another manager's | {stamp: {'.': {}, a: {}, b: {'.': {}, c: {}}}}"
                        + " | {stamp: {b: {c: {}}}} | spec.stamp.a",
                "a value is also another manager's | {note: {}, storage: {stamp: {}}} | {note: {}} | spec.storage.stamp",
                "a list | {users: {}} | {} | spec.users[0].stamp,spec.users[1].stamp",
                "a list is also another manager's | {users: {}} | {users: {}} | ''",
                "an item of a list | {users: {item: {'.': {}, stamp: {}}}} | {} | ''",
                "a reserved key | {_platform: {'.': {}, secret: {}}} | {} | ''",
            })
    void updateRemovesOnlyWhatChartroomAloneOwns(String owned, String own, String others, String paths) {
        UnknownRemoval removal = unknown(release(VALUES, own, others)).removal(KIND);

        removal.removeOwn();

        assertThat(removal.paths()).as(owned).containsExactly(split(paths));
    }

    @Test
    void updateRemovesAllUnknownValuesIfChartroomOwnsAllValues() {
        UnknownRemoval removal = removal();

        removal.removeOwn();

        assertThat(removal.paths())
                .containsExactly(
                        "spec.note",
                        "spec.stamp",
                        "spec.storage.stamp",
                        "spec.storage.tags",
                        "spec.users[0].stamp",
                        "spec.users[1].stamp");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the manager applied it | Apply, ci, v1alpha1 | {} | spec.stamp",
                "the manager updated it | Update, ci, v1alpha1 | {} | ''",
                "another manager applied it | Apply, other, v1alpha1 | {} | ''",
                "in another version | Apply, ci, v1 | {} | ''",
                "another manager edited the release | Apply, ci, v1alpha1 | {stamp: {a: {}}} | spec.stamp.b",
            })
    void applyRemovesWhatTheManagerAppliedBefore(String condition, String entry, String direct, String paths) {
        String[] columns = entry.split(", ");
        JsonArray managedFields = JsonArray.of(TestJson.object("""
                {operation: '%s', manager: '%s', apiVersion: 'apps.example.com/%s', fieldsType: 'FieldsV1'}
                """.formatted(columns[0], columns[1], columns[2]))
                .with("fieldsV1", fields("{spec: {size: {}, stamp: {'.': {}, a: {}, b: {'.': {}, c: {}}}}}")));
        UnknownRemoval removal = unknown(release(VALUES, ALL, direct)).removal(KIND);

        removal.removeApplied(managedFields, "ci");

        assertThat(removal.paths()).as(condition).containsExactly(split(paths));
    }

    @Test
    void releaseWithoutTheRemovedValuesKeepsAllOthers() {
        UnknownRemoval removal = removal();
        for (String path : List.of("/spec/stamp/b", "/spec/storage/tags", "/spec/users/1/stamp", "/spec/note")) {
            assertThat(removal.remove(JsonPointer.parse(path))).isTrue();
        }

        assertThat(removal.appliedTo(release(VALUES, ALL))).isEqualTo(release("""
                        {_platform: {secret: 1}, size: 1, stamp: {a: 1}, storage: {class: 'fast', stamp: 1},
                         users: [{name: 'a', stamp: 1}, {name: 'b'}, {name: 'c'}]}
                        """, ALL));
    }

    private static UnknownRemoval removal() {
        return unknown(release(VALUES, ALL)).removal(KIND);
    }

    private static UnknownValues unknown(JsonObject release) {
        return UnknownValues.of(release, spec(release));
    }

    private static @Nullable JsonObject spec(JsonObject release) {
        return HiddenValues.without(KIND.schema(), release.objectOrEmpty("spec").get("values"));
    }

    private static JsonObject shown() {
        return TestJson.object("{size: 1, storage: {class: 'fast'}, users: [{name: 'a'}, {name: 'b'}, {name: 'c'}]}");
    }

    private static JsonObject release(String values, String own) {
        return release(values, own, "{}");
    }

    private static JsonObject release(String values, String own, String others) {
        JsonArray managedFields = JsonArray.of(entry(ReleaseConverter.FIELD_MANAGER, own), entry("platform", others));
        return TestJson.object("{metadata: {name: 'redis-a'}, spec: {interval: '5m', values: " + values + "}}")
                .with("metadata", JsonObject.of("managedFields", managedFields));
    }

    private static JsonObject entry(String manager, String values) {
        return TestJson.object("{manager: '" + manager + "', operation: 'Update'}")
                .with("fieldsV1", fields("{spec: {interval: {}, values: " + values + "}}"));
    }

    /** Returns a field set after adding the prefixes of its elements. */
    private static JsonObject fields(String text) {
        return prefixed(TestJson.object(text));
    }

    private static JsonObject prefixed(JsonObject fields) {
        JsonObject.Builder prefixed = JsonObject.builder();
        fields.members().forEach((name, below) -> {
            String element = switch (name) {
                case "." -> ".";
                case "item" -> "k:{\"name\":\"a\"}";
                default -> "f:" + name;
            };
            prefixed.put(element, prefixed((JsonObject) below));
        });
        return prefixed.build();
    }

    private static String[] split(String paths) {
        return paths.isEmpty() ? new String[0] : paths.split(",");
    }
}
