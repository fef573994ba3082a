package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.ProcessorTime;
import dev.chartroom.ports.fuzz.Refusals;
import dev.chartroom.ports.storage.ContinueToken;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Parses arbitrary text as a label selector, a field selector and a continue token. The text forms of label selectors
 * and tokens parse to equal values.
 */
class SelectorFuzzTest extends FuzzContract {
    private static final Map<String, String> LABELS = Map.of("app", "redis", "example.com/tier", "5", "old", "");
    private static final NamespacedName NAME = new NamespacedName("shop", "cart");

    SelectorFuzzTest() {
        super("selector", SelectorFuzzTest::fuzzerTestOneInput, 500);
    }

    /** @param input the text in UTF-8 */
    public static void fuzzerTestOneInput(byte[] input) {
        ProcessorTime.bounded(input, () -> run(input));
    }

    private static void run(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Refusals.ofParser(() -> LabelSelector.parse(text)).ifPresent(selector -> {
            LabelSelector again = LabelSelector.parse(selector.toString());
            assertThat(again).isEqualTo(selector);
            assertThat(again.matches(LABELS)).isEqualTo(selector.matches(LABELS));
        });
        Refusals.ofParser(() -> FieldSelector.parse(text)).ifPresent(selector -> {
            boolean matches = selector.matches(NAME);
            selector.required(FieldSelector.Field.NAME)
                    .ifPresent(name ->
                            assertThat(matches && !name.equals(NAME.name())).isFalse());
        });
        token(text);
        token(Base64.getUrlEncoder().withoutPadding().encodeToString(input));
        String parameter = URLEncoder.encode(text, StandardCharsets.UTF_8);
        for (String name : new String[] {"labelSelector", "fieldSelector", "continue", "resourceVersion"}) {
            QueryParameters query = QueryParameters.parse(name + "=" + parameter);
            assertThat(query.text(name)).isEqualTo(text);
            Refusals.orValue(() -> ListParameters.list("shop", query));
            Refusals.orValue(() -> ListParameters.watch("shop", "", query));
        }
    }

    private static void token(String text) {
        Refusals.orValue(() -> ContinueToken.read(text, Json.CODEC))
                .ifPresent(token ->
                        assertThat(ContinueToken.read(token.text(), Json.CODEC)).isEqualTo(token));
    }
}
