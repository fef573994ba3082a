package dev.chartroom.apimachinery.scaling;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.ApiException;
import java.math.BigDecimal;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Builds inputs that a client may try, in a given size. */
public final class ScalingInputs {
    public static final Schema SCHEMA = Schema.of(TestJson.object("""
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

    public static <T> Scaling<T> shape(String name, int size, IntFunction<T> input, Consumer<T> work) {
        return new Scaling<>(name, size, input, work);
    }

    public static JsonArray array(int n, IntFunction<? extends JsonValue> item) {
        return new JsonArray(IntStream.range(0, n).<JsonValue>mapToObj(item).toList());
    }

    public static JsonArray texts(int n, IntFunction<String> text) {
        return array(n, i -> new JsonString(text.apply(i)));
    }

    public static JsonArray numbers(int n) {
        return array(n, JsonNumber::of);
    }

    public static JsonString text(String part, int n) {
        return new JsonString(part.repeat(n));
    }

    public static Stream<String> names(int n) {
        return IntStream.range(0, n).mapToObj(i -> "name" + i);
    }

    public static JsonObject object(int n, IntFunction<String> name, IntFunction<? extends JsonValue> value) {
        JsonObject.Builder object = JsonObject.builder();
        IntStream.range(0, n).forEach(i -> object.put(name.apply(i), value.apply(i)));
        return object.build();
    }

    /** Returns n members below a key of 50 n characters: together, their paths are n times as long as the key. */
    public static JsonObject below(int n, IntFunction<? extends JsonValue> value) {
        return JsonObject.of("k".repeat(50 * n), object(n, i -> "m" + i, value));
    }

    public static JsonObject trees(int n, IntFunction<String> name) {
        return object(n, name, i -> JsonObject.of("a", JsonNumber.of(i)));
    }

    /** Returns different numbers that round to the same double. */
    public static JsonArray nearOne(int n) {
        return array(n, i -> JsonNumber.of(BigDecimal.ONE.add(BigDecimal.valueOf(i + 1L, 30))));
    }

    /** Returns items whose key pairs collide: as lists of two numbers they have the same hash. */
    public static JsonArray sumsOf31(int n) {
        return array(
                n,
                i -> JsonObject.builder()
                        .put("a", i)
                        .put("b", 31L * (1_000_000 - i))
                        .put("v", 5)
                        .build());
    }

    public static JsonArray lists(int n) {
        return array(n, i -> JsonArray.of(new JsonString(Texts.colliding(i))));
    }

    public static JsonArray owners(int n, IntFunction<String> uid) {
        return array(
                n,
                i -> JsonObject.builder()
                        .put("apiVersion", "v1")
                        .put("kind", "Pod")
                        .put("name", "a")
                        .put("uid", uid.apply(i))
                        .build());
    }

    public static JsonObject metadata(String field, JsonValue value) {
        return JsonObject.builder()
                .put("name", "a")
                .put("namespace", "ns")
                .put(field, value)
                .build();
    }

    public static JsonObject spec(String field, JsonValue value) {
        return JsonObject.of(field, value);
    }

    public static JsonObject widget(JsonObject metadata, JsonObject spec) {
        return JsonObject.builder()
                .put("apiVersion", "apps.example.com/v1")
                .put("kind", "Widget")
                .put("metadata", metadata)
                .put("spec", spec)
                .build();
    }

    public static JsonObject widget(String field, JsonValue value) {
        return widget(JsonObject.of("name", new JsonString("a")), JsonObject.of(field, value));
    }

    public static void fails(Runnable work) {
        try {
            work.run();
        } catch (ApiException | IllegalArgumentException _) {
            return;
        }
        throw new AssertionError("does not fail");
    }
}
