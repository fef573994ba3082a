package dev.chartroom.apimachinery.patch;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StrategicMergePatchTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{a:'b'}                   | {a:'c',d:{e:1}}                          | {a:'c',d:{e:1}}",
                "{a:{b:1,c:2}}             | {a:{b:null,c:3}}                         | {a:{c:3}}",
                "{a:[1,2]}                 | {a:[3]}                                  | {a:[3]}",
                "{a:{b:1,c:2}}             | {a:{$patch:'replace',d:3}}               | {a:{d:3}}",
                "{a:{b:1,c:2}}             | {a:{$patch:'delete'}}                    | {a:{}}",
                "{a:{b:1,c:2}}             | {a:{$patch:'merge',d:3}}                 | {a:{b:1,c:2,d:3}}",
                "{a:{b:1,c:2}}             | {a:{$retainKeys:['b','d'],d:3}}          | {a:{b:1,d:3}}",
                "{metadata:{finalizers:['a','b']}} | {metadata:{finalizers:['b','c']}} | {metadata:{finalizers:['a','b','c']}}",
                "{metadata:{finalizers:['a','b']}} | {metadata:{'$deleteFromPrimitiveList/finalizers':['a']}} | {metadata:{finalizers:['b']}}",
                "{metadata:{finalizers:['a','b']}} | {metadata:{'$deleteFromPrimitiveList/finalizers':['a'],finalizers:['c']}} | {metadata:{finalizers:['b','c']}}",
                "{metadata:{ownerReferences:[{uid:'1'},{uid:'2'}]}} | {metadata:{ownerReferences:[{$patch:'delete',uid:'1'},{uid:'1',name:'n'}]}} | {metadata:{ownerReferences:[{uid:'2'},{uid:'1',name:'n'}]}}",
                "{metadata:{finalizers:['a','x','b']}} | {metadata:{'$setElementOrder/finalizers':['b','a']}} | {metadata:{finalizers:['b','x','a']}}",
                "{metadata:{finalizers:['a']}} | {metadata:{'$setElementOrder/finalizers':['c','a'],finalizers:['c']}} | {metadata:{finalizers:['c','a']}}",
                "{metadata:{finalizers:['a']}} | {metadata:{finalizers:null}} | {metadata:{}}",
                "{metadata:{}} | {metadata:{'$setElementOrder/finalizers':['a']}} | {metadata:{}}",
                "{metadata:{ownerReferences:[{uid:'1',name:'a'},{uid:'2'}]}} | {metadata:{ownerReferences:[{uid:'1',name:'b'},{uid:'3'}]}} | {metadata:{ownerReferences:[{uid:'1',name:'b'},{uid:'2'},{uid:'3'}]}}",
                "{metadata:{ownerReferences:[{uid:'1'},{uid:'2'}]}} | {metadata:{ownerReferences:[{$patch:'delete',uid:'1'}]}} | {metadata:{ownerReferences:[{uid:'2'}]}}",
                "{metadata:{ownerReferences:[{uid:'1'},{uid:'2'}]}} | {metadata:{ownerReferences:[{$patch:'replace'},{uid:'3'}]}} | {metadata:{ownerReferences:[{uid:'3'}]}}",
                "{metadata:{ownerReferences:[{uid:'1'},{uid:'2'}]}} | {metadata:{'$setElementOrder/ownerReferences':[{uid:'2'},{uid:'1'}]}} | {metadata:{ownerReferences:[{uid:'2'},{uid:'1'}]}}",
            })
    void patchApplies(String target, String patch, String expected) {
        assertThat(StrategicMergePatch.apply(object(target), object(patch))).isEqualTo(object(expected));
    }

    @Test
    void unknownDirectiveIsRejected() {
        assertThatThrownBy(() -> StrategicMergePatch.apply(JsonObject.EMPTY, object("{a:{$patch:'forget'}}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Unknown patch type: forget");
    }

    @Test
    void itemWithoutMergeKeyIsRejected() {
        assertThatThrownBy(() -> StrategicMergePatch.apply(
                        JsonObject.EMPTY, object("{metadata:{ownerReferences:[{name:'a'}]}}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("does not contain declared merge key: uid");
    }
}
