package dev.chartroom.apimachinery.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.TestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which hidden members a JSON patch removes, and that it reads and changes none. */
class HiddenMembersTest {
    private static final String DOCUMENT = "{a:{b:1},list:[{n:1},{n:1},{n:2}]}";
    private static final Set<String> HIDDEN = Set.of("/x", "/a/x", "/x/y", "/list/0/x", "/list/1/x", "/list/9/x");

    private final List<String> removed = new ArrayList<>();
    private final HiddenMembers hidden = path -> {
        String text = path.toString();
        boolean isFound = HIDDEN.contains(text) && !removed.contains(text);
        if (isFound) {
            removed.add(text);
        }
        return isFound;
    };

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{op:'remove',path:'/x'}] | /x",
                "[{op:'remove',path:'/a/x'}] | /a/x",
                "[{op:'remove',path:'/x/y'}] | /x/y",
                "[{op:'remove',path:'/list/1/x'},{op:'remove',path:'/list/0/x'}] | /list/1/x,/list/0/x",
                "[{op:'replace',path:'/a/b',value:1},{op:'remove',path:'/a/x'}] | /a/x",
                "[{op:'replace',path:'/list/1/n',value:1},{op:'remove',path:'/list/1/x'}] | /list/1/x",
                "[{op:'test',path:'/x',value:null},{op:'remove',path:'/x'}] | /x",
            })
    void removalOfAHiddenMemberLeavesTheDocumentUnchanged(String operations, String paths) {
        assertThat(patch(operations).apply(TestJson.parse(DOCUMENT), hidden)).isEqualTo(TestJson.parse(DOCUMENT));
        assertThat(removed).containsExactly(paths.split(","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nothing there | [{op:'remove',path:'/y'}]",
                "removed twice | [{op:'remove',path:'/x'},{op:'remove',path:'/x'}]",
                "in a removed object | [{op:'remove',path:'/a'},{op:'remove',path:'/a/x'}]",
                "in an added object | [{op:'add',path:'/x',value:{}},{op:'remove',path:'/x/y'}]",
                "in a moved item | [{op:'move',from:'/list/2',path:'/list/0'},{op:'remove',path:'/list/0/x'}]",
                "in an item after a removed item | [{op:'remove',path:'/list/0'},{op:'remove',path:'/list/0/x'}]",
                "in a replaced item | [{op:'replace',path:'/list/0',value:{n:1}},{op:'remove',path:'/list/0/x'}]",
                "in a copied item | [{op:'copy',from:'/list/1',path:'/list/0'},{op:'remove',path:'/list/0/x'}]",
                "beyond the list | [{op:'remove',path:'/list/9/x'}]",
                "at a negative index | [{op:'remove',path:'/list/-3/x'}]",
                "move | [{op:'move',from:'/x',path:'/y'}]",
                "test of a value | [{op:'test',path:'/x',value:1}]",
                "test in a hidden object | [{op:'test',path:'/x/y',value:1}]",
            })
    void patchThatDoesNotFitTheDocumentFails(String condition, String operations) {
        JsonPatch patch = patch(operations);

        assertThatThrownBy(() -> patch.apply(TestJson.parse(DOCUMENT), hidden))
                .as(condition)
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a shown member | [{op:'remove',path:'/a'}] | {list:[{n:1},{n:1},{n:2}]}",
                "an added member | [{op:'add',path:'/x',value:1},{op:'remove',path:'/x'}] | " + DOCUMENT,
                "copy | [{op:'copy',from:'/x',path:'/a'}] | {a:null,list:[{n:1},{n:1},{n:2}]}",
                "replace | [{op:'replace',path:'/x',value:2}] | {a:{b:1},list:[{n:1},{n:1},{n:2}],x:2}",
            })
    void otherOperationsDoNotUseHiddenMembers(String condition, String operations, String result) {
        assertThat(patch(operations).apply(TestJson.parse(DOCUMENT), hidden))
                .as(condition)
                .isEqualTo(TestJson.parse(result));
        assertThat(removed).isEmpty();
    }

    private static JsonPatch patch(String operations) {
        return JsonPatch.parse(TestJson.parse(operations));
    }
}
