package dev.chartroom.apimachinery.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPatchTest {

    /** Cases A.n are those of RFC 6902, appendix A. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "A.1  | {foo:'bar'} | [{op:'add',path:'/baz',value:'qux'}] | {baz:'qux',foo:'bar'}",
                "A.2  | {foo:['bar','baz']} | [{op:'add',path:'/foo/1',value:'qux'}] | {foo:['bar','qux','baz']}",
                "A.3  | {baz:'qux',foo:'bar'} | [{op:'remove',path:'/baz'}] | {foo:'bar'}",
                "A.4  | {foo:['bar','qux','baz']} | [{op:'remove',path:'/foo/1'}] | {foo:['bar','baz']}",
                "A.5  | {baz:'qux',foo:'bar'} | [{op:'replace',path:'/baz',value:'boo'}] | {baz:'boo',foo:'bar'}",
                "A.6  | {foo:{bar:'baz',waldo:'fred'},qux:{corge:'grault'}}"
                        + " | [{op:'move',from:'/foo/waldo',path:'/qux/thud'}]"
                        + " | {foo:{bar:'baz'},qux:{corge:'grault',thud:'fred'}}",
                "A.7  | {foo:['all','grass','cows','eat']} | [{op:'move',from:'/foo/1',path:'/foo/3'}]"
                        + " | {foo:['all','cows','eat','grass']}",
                "A.8  | {baz:'qux',foo:['a',2,'c']}"
                        + " | [{op:'test',path:'/baz',value:'qux'},{op:'test',path:'/foo/1',value:2}]"
                        + " | {baz:'qux',foo:['a',2,'c']}",
                "A.10 | {foo:'bar'} | [{op:'add',path:'/child',value:{grandchild:{}}}]"
                        + " | {foo:'bar',child:{grandchild:{}}}",
                "A.11 | {foo:'bar'} | [{op:'add',path:'/baz',value:'qux',xyz:123}] | {foo:'bar',baz:'qux'}",
                "A.14 | {'/':9,'~1':10} | [{op:'test',path:'/~01',value:10}] | {'/':9,'~1':10}",
                "A.16 | {foo:['bar']} | [{op:'add',path:'/foo/-',value:['abc','def']}] | {foo:['bar',['abc','def']]}",
                "no operation | {a:1} | [] | {a:1}",
                "add over a member | {a:1,b:2} | [{op:'add',path:'/a',value:3}] | {a:3,b:2}",
                "add null | {} | [{op:'add',path:'/a',value:null}] | {a:null}",
                "add first | {a:[1]} | [{op:'add',path:'/a/0',value:0}] | {a:[0,1]}",
                "add at the end by index | {a:[1]} | [{op:'add',path:'/a/1',value:2}] | {a:[1,2]}",
                "add the empty name | {} | [{op:'add',path:'/',value:1}] | {'':1}",
                "add a name like an index | {a:{}} | [{op:'add',path:'/a/0',value:1}] | {a:{'0':1}}",
                "add a name like the end | {a:{}} | [{op:'add',path:'/a/-',value:1}] | {a:{'-':1}}",
                "add to what was added | {} | [{op:'add',path:'/a',value:[]},{op:'add',path:'/a/-',value:1}] | {a:[1]}",
                "replace an item | {a:[1,2,3]} | [{op:'replace',path:'/a/1',value:'x'}] | {a:[1,'x',3]}",
                "replace the whole | {a:1} | [{op:'replace',path:'',value:'x'}] | 'x'",
                "replace null | {a:null} | [{op:'replace',path:'/a',value:1}] | {a:1}",
                "remove all items | {a:[1,2]} | [{op:'remove',path:'/a/0'},{op:'remove',path:'/a/0'}] | {a:[]}",
                "move over a member | {a:1,b:2} | [{op:'move',from:'/a',path:'/b'}] | {b:1}",
                "move to itself | {a:1,b:2} | [{op:'move',from:'/a',path:'/a'}] | {a:1,b:2}",
                "move up | {a:{b:{c:1}}} | [{op:'move',from:'/a/b',path:'/a'}] | {a:{c:1}}",
                "move to a longer name | {a:1} | [{op:'move',from:'/a',path:'/ab'}] | {ab:1}",
                "move to the end | {a:[1,2,3]} | [{op:'move',from:'/a/0',path:'/a/-'}] | {a:[2,3,1]}",
                "copy | {a:{b:1}} | [{op:'copy',from:'/a',path:'/c'},{op:'add',path:'/c/d',value:2}]"
                        + " | {a:{b:1},c:{b:1,d:2}}",
                "copy into itself | {a:{b:1}} | [{op:'copy',from:'/a',path:'/a/c'}] | {a:{b:1,c:{b:1}}}",
                "copy the whole | {a:1} | [{op:'copy',from:'',path:'/b'}] | {a:1,b:{a:1}}",
                "copy what was changed | {a:{b:1}} | [{op:'replace',path:'/a/b',value:2},{op:'copy',from:'/a',path:'/c'},"
                        + "{op:'replace',path:'/a/b',value:3}] | {a:{b:3},c:{b:2}}",
                "copy an item | {a:[1,2]} | [{op:'copy',from:'/a/0',path:'/a/-'}] | {a:[1,2,1]}",
                "test a number by value | {a:1} | [{op:'test',path:'/a',value:1.0}] | {a:1}",
                "test an object in any order | {a:{b:1,c:2}} | [{op:'test',path:'/a',value:{c:2,b:1}}] | {a:{b:1,c:2}}",
                "test the whole | {a:[]} | [{op:'test',path:'',value:{a:[]}}] | {a:[]}",
                "test null | {a:null} | [{op:'test',path:'/a',value:null}] | {a:null}",
                "replace nothing | {a:1} | [{op:'replace',path:'/b',value:2}] | {a:1,b:2}",
                "add no value | {} | [{op:'add',path:'/a'}] | {a:null}",
                "copy nothing | {a:1} | [{op:'copy',from:'/b',path:'/c'}] | {a:1,c:null}",
                "test nothing | {a:1} | [{op:'test',path:'/b',value:null}] | {a:1}",
                "leading zero | {a:[1,2]} | [{op:'remove',path:'/a/01'}] | {a:[1]}",
                "negative index | {a:[1,2]} | [{op:'remove',path:'/a/-1'}] | {a:[1]}",
                "add at a negative index | {a:[1,2]} | [{op:'add',path:'/a/-1',value:3}] | {a:[1,2,3]}",
                "test what was changed | {a:{b:[1]}} | [{op:'add',path:'/a/b/-',value:2},"
                        + "{op:'test',path:'/a',value:{b:[1,2]}},{op:'test',path:'',value:{a:{b:[1,2]}}}] | {a:{b:[1,2]}}",
            })
    void patchApplies(String title, String document, String patch, String expected) {
        JsonValue before = TestJson.parse(document);

        assertThat(JsonPatch.parse(TestJson.parse(patch)).apply(before)).isEqualTo(TestJson.parse(expected));
        assertThat(before).isEqualTo(TestJson.parse(document));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "A.9  | {baz:'qux'} | [{op:'test',path:'/baz',value:'bar'}]"
                        + " | operation 0 (test `/baz`): the value is different",
                "A.12 | {foo:'bar'} | [{op:'add',path:'/baz/bat',value:'qux'}]"
                        + " | operation 0 (add `/baz/bat`): there is no `baz`",
                "A.15 | {'/':9,'~1':10} | [{op:'test',path:'/~01',value:'10'}]"
                        + " | operation 0 (test `/~01`): the value is different",
                "second | {a:1} | [{op:'remove',path:'/a'},{op:'remove',path:'/a'}]"
                        + " | operation 1 (remove `/a`): there is no `a`",
                "replace no item | {a:[1]} | [{op:'replace',path:'/a/1',value:2}]"
                        + " | operation 0 (replace `/a/1`): index 1 is beyond the end of the list",
                "add beyond the end | {a:[1]} | [{op:'add',path:'/a/2',value:2}]"
                        + " | operation 0 (add `/a/2`): index 2 is beyond the end of the list",
                "huge index | {a:[1]} | [{op:'add',path:'/a/99999999999',value:2}]"
                        + " | operation 0 (add `/a/99999999999`): `99999999999` is not an index of the list",
                "name of no index | {a:[1]} | [{op:'add',path:'/a/x',value:2}]"
                        + " | operation 0 (add `/a/x`): `x` is not an index of the list",
                "remove the end | {a:[1]} | [{op:'remove',path:'/a/-'}]"
                        + " | operation 0 (remove `/a/-`): `-` is not an index of the list",
                "through the end | {a:[[1]]} | [{op:'add',path:'/a/-/0',value:2}]"
                        + " | operation 0 (add `/a/-/0`): `-` is not an index of the list",
                "negative index beyond the start | {a:[1]} | [{op:'remove',path:'/a/-2'}]"
                        + " | operation 0 (remove `/a/-2`): index -2 is beyond the end of the list",
                "add the whole | {a:1} | [{op:'add',path:'',value:[1]}]"
                        + " | operation 0 (add ``): the whole document can only be replaced",
                "test nothing for something | {a:1} | [{op:'test',path:'/b',value:2}]"
                        + " | operation 0 (test `/b`): the value is different",
                "no operation | {a:1} | [{}] | operation 0 (unknown): path must be given",
                "unknown operation | {a:1} | [{op:'Add',path:'/a',value:1}] | operation 0 (unknown): op must be add,"
                        + " remove, replace, move, copy or test, not `Add`",
                "no pointer | {a:1} | [{op:'remove',path:'a'}]"
                        + " | operation 0 (unknown): JSON pointer must be empty or begin with `/`: a",
                "no source | {a:1} | [{op:'move',path:'/a'}] | operation 0 (unknown): from must be given",
                "remove the whole | {a:1} | [{op:'remove',path:''}]"
                        + " | operation 0 (remove ``): the whole document cannot be removed",
                "into a number | {a:1} | [{op:'add',path:'/a/b',value:2}]"
                        + " | operation 0 (add `/a/b`): nothing can be added to a value that is neither an object nor a"
                        + " list",
                "through a number | {a:1} | [{op:'add',path:'/a/b/c',value:2}]"
                        + " | operation 0 (add `/a/b/c`): there is no `b`",
                "move into its child | {a:{b:1}} | [{op:'move',from:'/a',path:'/a/c'}]"
                        + " | operation 0 (move `/a/c`): the value at `/a` cannot be moved into itself",
                "move the whole | {a:{b:1}} | [{op:'move',from:'',path:'/a'}]"
                        + " | operation 0 (move `/a`): the value at `` cannot be moved into itself",
                "move nothing | {a:1} | [{op:'move',from:'/b',path:'/b'}]"
                        + " | operation 0 (move `/b`): there is no `b`",
                "test fewer members | {a:{b:1,c:2}} | [{op:'test',path:'/a/b',value:1},{op:'test',path:'/a',value:{b:1}}]"
                        + " | operation 1 (test `/a`): the value is different",
                "test more items | {a:[1]} | [{op:'test',path:'/a/0',value:1},{op:'test',path:'/a',value:[1,2]}]"
                        + " | operation 1 (test `/a`): the value is different",
                "test another item | {a:[1,2]} | [{op:'test',path:'/a/0',value:1},{op:'test',path:'/a',value:[1,3]}]"
                        + " | operation 1 (test `/a`): the value is different",
            })
    void inapplicablePatchFailsWithTheReason(String title, String document, String patch, String message) {
        JsonValue before = TestJson.parse(document);
        JsonPatch parsed = JsonPatch.parse(TestJson.parse(patch));

        assertThatThrownBy(() -> parsed.apply(before))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message.replace('`', '"'));
        assertThat(before).isEqualTo(TestJson.parse(document));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{op:'add'}      | a JSON patch must be a list of operations",
                "'x'             | a JSON patch must be a list of operations",
                "[1]             | operation 0: must be an object",
                "[{op:1}]        | operation 0: op must be a string",
                "[{op:'remove',path:'/a'},{op:'remove',path:[]}] | operation 1: path must be a string",
                "[{op:'copy',path:'/a',from:5}] | operation 0: from must be a string",
            })
    void malformedPatchIsRejected(String patch, String message) {
        assertThatThrownBy(() -> JsonPatch.parse(TestJson.parse(patch)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void atMostTenThousandOperationsAreAllowed() {
        JsonValue append = TestJson.parse("{op:'add',path:'/a/-',value:1}");
        JsonValue document = TestJson.parse("{a:[]}");

        assertThat(JsonPatch.parse(new JsonArray(Collections.nCopies(10_000, append)))
                        .apply(document))
                .isEqualTo(JsonObject.of("a", new JsonArray(Collections.nCopies(10_000, JsonNumber.of(1)))));
        assertThatThrownBy(() -> JsonPatch.parse(new JsonArray(Collections.nCopies(10_001, append))))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(e.error())
                                .isInstanceOfSatisfying(
                                        ApiError.Plain.class,
                                        error -> assertThat(error.reason())
                                                .isEqualTo(StatusReason.REQUEST_ENTITY_TOO_LARGE)))
                .hasMessage("The allowed maximum operations in a JSON patch is 10000, got 10001");
    }

    @Test
    void copiedBytesOfAPatchAreLimited() {
        JsonValue document = JsonObject.of("a", new JsonString("x".repeat(1024 * 1024 - 2)));
        List<JsonValue> copies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            copies.add(TestJson.parse("{op:'copy',from:'/a',path:'/b" + i + "'}"));
        }

        assertThat(JsonPatch.parse(new JsonArray(copies)).apply(document))
                .isInstanceOfSatisfying(
                        JsonObject.class,
                        patched -> assertThat(patched.names()).containsExactly("a", "b0", "b1", "b2"));
        copies.add(TestJson.parse("{op:'copy',from:'/b0',path:'/b3'}"));
        assertThatThrownBy(() -> JsonPatch.parse(new JsonArray(copies)).apply(document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "operation 3 (copy \"/b3\"): the patch copies more than the 3145728 bytes that are allowed");
    }

    @Test
    void copiesThatDoubleTheDocumentAreLimited() {
        List<JsonValue> copies = Collections.nCopies(10_000, TestJson.parse("{op:'copy',from:'/a',path:'/a/-'}"));

        assertThatThrownBy(() -> JsonPatch.parse(new JsonArray(copies)).apply(TestJson.parse("{a:[[]]}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the patch copies more than the 3145728 bytes that are allowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"move", "copy"})
    void patchedDocumentIsLimitedTo100Levels(String op) {
        List<JsonValue> wrap = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            wrap.add(TestJson.parse("{op:'add',path:'/b',value:{}}"));
            wrap.add(TestJson.parse("{op:'" + op + "',from:'/a',path:'/b/a'}"));
            wrap.add(TestJson.parse("{op:'move',from:'/b',path:'/a'}"));
        }
        JsonValue document = TestJson.parse("{a:{}}");

        assertThatThrownBy(() -> JsonPatch.parse(new JsonArray(wrap)).apply(document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the patched document is nested deeper than 100 levels");
        assertThat(JsonPatch.parse(new JsonArray(wrap.subList(0, 3 * 98)))
                        .apply(document)
                        .toString())
                .contains("{}" + "}".repeat(99));
        assertThatThrownBy(() ->
                        JsonPatch.parse(new JsonArray(wrap.subList(0, 3 * 99))).apply(document))
                .hasMessage("the patched document is nested deeper than 100 levels");
    }
}
