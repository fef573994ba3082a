package dev.chartroom.domain;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.json.TestJson;
import dev.chartroom.domain.scaling.Scaling;
import dev.chartroom.domain.scaling.Texts;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.status.ApiException;
import java.math.BigDecimal;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Builds inputs that a client may try, in a given size. */
final class ScalingInputs {
    static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type:'object',properties:{
              text:{type:'string'},
              set:{type:'array','x-kubernetes-list-type':'set',items:{type:'string'}},
              numbers:{type:'array','x-kubernetes-list-type':'set',items:{type:'number'}},
              lists:{type:'array','x-kubernetes-list-type':'set',items:{type:'array','x-kubernetes-list-type':'atomic',
                items:{type:'string'}}},
              map:{type:'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a','b'],
                items:{type:'object',required:['a','b'],properties:{a:{type:'integer'},b:{type:'integer'},
                  v:{type:'integer',maximum:3}}}},
              items:{type:'array',items:{type:'object',properties:{name:{type:'string'},size:{type:'integer',default:1}}}},
              tree:{type:'object',additionalProperties:{type:'object',additionalProperties:{type:'integer'}}},
              sets:{type:'object',additionalProperties:{type:'array','x-kubernetes-list-type':'set',items:{type:'string'}}},
              choice:{type:'array',items:{enum:['a','b'],type:'string'}},
              closed:{type:'object',additionalProperties:{type:'object',properties:{a:{type:'string'}}}},
              embedded:{type:'object',additionalProperties:{type:'object','x-kubernetes-embedded-resource':true,
                'x-kubernetes-preserve-unknown-fields':true}}}}"""));

    private ScalingInputs() {}

    static <T> Scaling<T> shape(String name, int size, IntFunction<T> input, Consumer<T> work) {
        return new Scaling<>(name, size, input, work);
    }

    static JsonArray array(int n, IntFunction<? extends JsonValue> item) {
        return new JsonArray(IntStream.range(0, n).<JsonValue>mapToObj(item).toList());
    }

    static JsonArray texts(int n, IntFunction<String> text) {
        return array(n, i -> new JsonString(text.apply(i)));
    }

    static JsonArray numbers(int n) {
        return array(n, JsonNumber::of);
    }

    static JsonString text(String part, int n) {
        return new JsonString(part.repeat(n));
    }

    static Stream<String> names(int n) {
        return IntStream.range(0, n).mapToObj(i -> "name" + i);
    }

    static JsonObject object(int n, IntFunction<String> name, IntFunction<? extends JsonValue> value) {
        JsonObject.Builder object = JsonObject.builder();
        IntStream.range(0, n).forEach(i -> object.put(name.apply(i), value.apply(i)));
        return object.build();
    }

    /** Returns n members below a key of 50 n characters: together, their paths are n times as long as the key. */
    static JsonObject below(int n, IntFunction<? extends JsonValue> value) {
        return JsonObject.of("k".repeat(50 * n), object(n, i -> "m" + i, value));
    }

    static JsonObject trees(int n, IntFunction<String> name) {
        return object(n, name, i -> JsonObject.of("a", JsonNumber.of(i)));
    }

    /** Returns different numbers that round to the same double. */
    static JsonArray nearOne(int n) {
        return array(n, i -> JsonNumber.of(BigDecimal.ONE.add(BigDecimal.valueOf(i + 1L, 30))));
    }

    /** Returns items whose key pairs collide: as lists of two numbers they have the same hash. */
    static JsonArray sumsOf31(int n) {
        return array(
                n,
                i -> JsonObject.builder()
                        .put("a", i)
                        .put("b", 31L * (1_000_000 - i))
                        .put("v", 5)
                        .build());
    }

    static JsonArray lists(int n) {
        return array(n, i -> JsonArray.of(new JsonString(Texts.colliding(i))));
    }

    static JsonArray owners(int n, IntFunction<String> uid) {
        return array(
                n,
                i -> JsonObject.builder()
                        .put("apiVersion", "v1")
                        .put("kind", "Pod")
                        .put("name", "a")
                        .put("uid", uid.apply(i))
                        .build());
    }

    static JsonObject metadata(String field, JsonValue value) {
        return JsonObject.builder()
                .put("name", "a")
                .put("namespace", "ns")
                .put(field, value)
                .build();
    }

    static JsonObject spec(String field, JsonValue value) {
        return JsonObject.of(field, value);
    }

    static JsonObject widget(JsonObject metadata, JsonObject spec) {
        return JsonObject.builder()
                .put("apiVersion", "apps.example.com/v1")
                .put("kind", "Widget")
                .put("metadata", metadata)
                .put("spec", spec)
                .build();
    }

    static JsonObject widget(String field, JsonValue value) {
        return widget(JsonObject.of("name", new JsonString("a")), JsonObject.of(field, value));
    }

    static void fails(Runnable work) {
        try {
            work.run();
        } catch (ApiException | IllegalArgumentException _) {
            return;
        }
        throw new AssertionError("does not fail");
    }
}
