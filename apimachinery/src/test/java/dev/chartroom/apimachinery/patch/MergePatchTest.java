package dev.chartroom.apimachinery.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MergePatchTest {

    /** The test cases of RFC 7386, appendix A, and further ones with the same results in a kube-apiserver. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{a:'b'}           | {a:'c'}                | {a:'c'}",
                "{a:'b'}           | {b:'c'}                | {a:'b',b:'c'}",
                "{a:'b'}           | {a:null}               | {}",
                "{a:'b',b:'c'}     | {a:null}               | {b:'c'}",
                "{a:['b']}         | {a:'c'}                | {a:'c'}",
                "{a:'c'}           | {a:['b']}              | {a:['b']}",
                "{a:{b:'c'}}       | {a:{b:'d',c:null}}     | {a:{b:'d'}}",
                "{a:[{b:'c'}]}     | {a:[1]}                | {a:[1]}",
                "['a','b']         | ['c','d']              | ['c','d']",
                "{a:'b'}           | ['c']                  | ['c']",
                "{a:'foo'}         | null                   | null",
                "{a:'foo'}         | 'bar'                  | 'bar'",
                "{e:null}          | {a:1}                  | {e:null,a:1}",
                "[1,2]             | {a:'b',c:null}         | {a:'b'}",
                "{}                | {a:{bb:{ccc:null}}}    | {a:{bb:{}}}",
                "{a:1}             | {}                     | {a:1}",
                "{a:{b:1}}         | {a:{b:null}}           | {a:{}}",
                "{a:'x'}           | {a:{b:1,c:null}}       | {a:{b:1}}",
                "{}                | {a:[{b:null,c:1}]}     | {a:[{c:1}]}",
                "{a:[1]}           | {a:[null,[{b:null}]]}  | {a:[null,[{}]]}",
                "{a:{b:1}}         | {a:[{b:null}]}         | {a:[{b:null}]}",
            })
    void patchApplies(String target, String patch, String expected) {
        assertThat(MergePatch.apply(TestJson.parse(target), TestJson.parse(patch)))
                .isEqualTo(TestJson.parse(expected));
    }

    @Test
    void absentTargetIsAnEmptyObject() {
        assertThat(MergePatch.apply(null, TestJson.parse("{a:{b:null,c:1}}"))).isEqualTo(TestJson.parse("{a:{c:1}}"));
    }

    @Test
    void changedMembersKeepTheirPlace() {
        assertThat(((JsonObject) MergePatch.apply(TestJson.parse("{z:1,a:2}"), TestJson.parse("{n:3,z:4}"))).names())
                .containsExactly("z", "a", "n");
    }
}
