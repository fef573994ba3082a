package dev.chartroom.apimachinery.managedfields.set;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldSetTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'f:a':{}}|{'f:b':{}}|{'f:a':{},'f:b':{}}",
                "{'f:a':{}}|{'f:a':{'f:b':{}}}|{'f:a':{'.':{},'f:b':{}}}",
                "{'f:a':{'f:b':{}}}|{'f:a':{'f:c':{}}}|{'f:a':{'f:b':{},'f:c':{}}}",
                "{}|{'f:a':{}}|{'f:a':{}}"
            })
    void unionHasTheMembersOfBothSets(String left, String right, String both) {
        assertThat(set(left).union(set(right))).isEqualTo(set(both));
        assertThat(set(right).union(set(left))).isEqualTo(set(both));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'f:a':{},'f:b':{}}|{'f:b':{},'f:c':{}}|{'f:b':{}}",
                "{'f:a':{}}|{'f:a':{'f:b':{}}}|{}",
                "{'f:a':{'.':{},'f:b':{}}}|{'f:a':{'f:b':{},'f:c':{}}}|{'f:a':{'f:b':{}}}"
            })
    void intersectionHasTheCommonMembers(String left, String right, String both) {
        assertThat(set(left).intersection(set(right))).isEqualTo(set(both));
        assertThat(set(right).intersection(set(left))).isEqualTo(set(both));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'f:a':{},'f:b':{}}|{'f:b':{}}|{'f:a':{}}",
                "{'f:a':{'.':{},'f:b':{}}}|{'f:a':{}}|{'f:a':{'f:b':{}}}",
                "{'f:a':{'.':{},'f:b':{}}}|{'f:a':{'f:b':{}}}|{'f:a':{}}",
                "{'f:a':{'f:b':{}}}|{'f:a':{'f:b':{}}}|{}"
            })
    void difference_keepsMembersInsideARemovedMember(String left, String right, String rest) {
        assertThat(set(left).difference(set(right))).isEqualTo(set(rest));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'f:a':{'.':{},'f:b':{}},'f:c':{}}|{'f:a':{}}|{'f:c':{}}",
                "{'f:a':{'.':{},'f:b':{}}}|{'f:a':{'f:b':{}}}|{'f:a':{}}",
                "{'f:a':{}}|{'f:a':{'f:b':{}}}|{'f:a':{}}"
            })
    void without_removesMembersInsideARemovedMember(String left, String right, String rest) {
        assertThat(set(left).without(set(right))).isEqualTo(set(rest));
    }

    @Test
    void forEachVisitsALevelBeforeNestedLevels() {
        List<String> paths = new ArrayList<>();
        set("{'f:a':{'f:b':{}},'f:c':{},'v:2':{},'v:10':{},'k:{\"n\":\"x\"}':{},'i:1':{}}")
                .forEach(path -> paths.add(path.toString()));

        assertThat(paths).containsExactly(".c", "[n=\"x\"]", "[=2]", "[=10]", "[1]", ".a.b");
    }

    @Test
    void has_isTrueOnlyForMembers() {
        FieldSet set = set("{'f:a':{'f:b':{}}}");
        ManagedFieldPath a = ManagedFieldPath.ROOT.then(new PathElement.Field("a"));

        assertThat(set.has(a)).isFalse();
        assertThat(set.has(a.then(new PathElement.Field("b")))).isTrue();
        assertThat(set.has(a.then(new PathElement.Field("c")))).isFalse();
        assertThat(set.has(ManagedFieldPath.ROOT)).isFalse();
    }

    private static FieldSet set(String fieldsV1) {
        return FieldSetCodec.decode(TestJson.object(fieldsV1));
    }
}
