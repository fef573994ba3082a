package dev.chartroom.apimachinery.managedfields.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSetCodecTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'f:a':{}}",
                "{'f:a':{'.':{},'f:b':{}}}",
                "{'f:a':{'f:b':{}},'f:c':{}}",
                "{'f:':{}}",
                "{'f:a.b/c:d':{}}",
                "{'f:l':{'k:{\"name\":\"x\",\"port\":80}':{'.':{},'f:name':{}}}}",
                "{'f:s':{'v:\"x\"':{},'v:1':{},'v:1.5':{},'v:true':{},'v:null':{}}}",
                "{'f:i':{'i:0':{},'i:12':{}}}",
                "{'v:\"\\\\u003c\"':{}}"
            })
    void canonicalFieldsRoundTrip(String fieldsV1) {
        JsonObject json = TestJson.object(fieldsV1);

        assertThat(FieldSetCodec.encode(FieldSetCodec.decode(json))).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'f:a':{'.':{}}}|{'f:a':{}}",
                "{'k:{\"b\":1,\"a\":2}':{}}|{'k:{\"a\":2,\"b\":1}':{}}",
                "{'k: { \"a\" : 2 } ':{}}|{'k:{\"a\":2}':{}}",
                "{'v:1.0':{}}|{'v:1':{}}",
                "{'v:1e2':{}}|{'v:100':{}}",
                "{'v:9007199254740993':{}}|{'v:9007199254740992':{}}",
                "{'v:1e21':{}}|{'v:1e+21':{}}",
                "{'v:1E-7':{}}|{'v:1e-07':{}}",
                "{'x:unknown':{},'f:a':{}}|{'f:a':{}}",
                "{'f:a':{'x:unknown':{}}}|{'f:a':{}}",
                "{'.':{}}|{}",
                "{'f:a':null}|{'f:a':{}}"
            })
    void fieldsAreEncodedInCanonicalForm(String fieldsV1, String written) {
        assertThat(FieldSetCodec.encode(FieldSetCodec.decode(TestJson.object(fieldsV1))))
                .isEqualTo(TestJson.object(written));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':{}}",
                "{'':{}}",
                "{'f':{}}",
                "{'k:1':{}}",
                "{'k:{':{}}",
                "{'v:':{}}",
                "{'i:x':{}}",
                "{'f:a':1}"
            })
    void malformedFieldsAreRejected(String fieldsV1) {
        assertThatIllegalArgumentException().isThrownBy(() -> FieldSetCodec.decode(TestJson.object(fieldsV1)));
    }

    @Test
    void encodedMembersAreSortedByName() {
        assertThat(FieldSetCodec.encode(
                                FieldSetCodec.decode(TestJson.object("{'f:b':{'f:y':{},'.':{},'f:x':{}},'f:a':{}}")))
                        .toString())
                .isEqualTo("{\"f:a\":{},\"f:b\":{\".\":{},\"f:x\":{},\"f:y\":{}}}");
    }

    @Test
    void randomSetsRoundTrip() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            FieldSet set = set(random, 3);
            assertThat(FieldSetCodec.decode(FieldSetCodec.encode(set))).isEqualTo(set);
        }
    }

    private static FieldSet set(Random random, int depth) {
        List<FieldSet.Node> nodes = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            FieldSet below = depth == 0 ? FieldSet.EMPTY : set(random, depth - 1);
            nodes.add(new FieldSet.Node(element(random), random.nextBoolean() || below.isEmpty(), below));
        }
        return FieldSet.of(nodes);
    }

    private static PathElement element(Random random) {
        String text =
                new StringBuilder().appendCodePoint(random.nextInt(0x2f00)).toString();
        return switch (random.nextInt(4)) {
            case 0 -> new PathElement.Field(text);
            case 1 ->
                PathElement.Key.of(JsonObject.builder()
                        .put("b", text)
                        .put("a", random.nextInt(3))
                        .build());
            case 2 -> new PathElement.Value(TestJson.parse(String.valueOf(random.nextInt(100) / 4.0)));
            default -> new PathElement.Index(random.nextInt(3));
        };
    }
}
