package dev.chartroom.core.computed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.builtin.BuiltInKinds;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KindsReviewTest {
    private static final UserInfo KIM = UserInfo.of("kim", List.of());
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");

    private final List<RequestAttributes.Resource> asked = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void pagesTogetherHaveExactlyTheKindsThatTheAuthorizerAllows(long seed) {
        Random random = new Random(seed);
        KindRegistry registry = registry(IntStream.range(0, 350)
                .mapToObj(number -> kind("g" + number % 3 + ".example.com", "Kind" + number))
                .toList());
        List<String> allowed = registry.kinds().stream()
                .filter(_ -> random.nextBoolean())
                .map(kind -> kind.groupResource().toString())
                .toList();

        List<String> shown = new ArrayList<>();
        String next = "";
        do {
            asked.clear();
            JsonObject status = review(
                    registry,
                    JsonObject.builder().putIfPresent("continue", next).build(),
                    allowed);
            status.arrayOrEmpty("kinds")
                    .objects()
                    .forEach(kind -> shown.add(kind.stringOrEmpty("resource") + "." + kind.stringOrEmpty("group")));
            next = status.stringOrEmpty("continue");
            assertThat(asked).hasSizeLessThanOrEqualTo(KindsReview.MOST_KINDS);
        } while (!next.isEmpty());

        assertThat(shown).containsExactlyInAnyOrderElementsOf(allowed).doesNotHaveDuplicates();
    }

    @Test
    void exactlyOnePageOfKindsHasNoContinuation() {
        KindRegistry registry = registry(IntStream.range(0, KindsReview.MOST_KINDS)
                .mapToObj(number -> kind("g.example.com", "Kind" + number))
                .toList());

        assertThat(review(registry, JsonObject.EMPTY, List.of()).has("continue"))
                .isFalse();
        assertThat(asked).hasSize(KindsReview.MOST_KINDS);
    }

    @Test
    void iconsAreShownOnlyIfAskedFor() {
        KindRegistry registry = registry(List.of(withIcon("Kind", "data:image/png,x"), kind("g.example.com", "Plain")));
        List<String> all = List.of("kinds.g.example.com", "plains.g.example.com");

        assertThat(icons(review(registry, JsonObject.of("icons", JsonBoolean.TRUE), all)))
                .containsExactly("data:image/png,x", "");
        assertThat(icons(review(registry, JsonObject.EMPTY, all))).containsExactly("", "");
    }

    @Test
    void largeIconsEndAnAnswerEarlyAndAreAllShownInTheEnd() {
        String icon = "data:image/png," + "x".repeat(KindsReview.MANY_ICONS / 4);
        List<ApplicationKind> kinds = IntStream.range(0, 9)
                .mapToObj(number -> withIcon("Kind" + number, icon))
                .toList();
        List<String> all =
                kinds.stream().map(kind -> kind.groupResource().toString()).toList();

        List<Integer> answers = new ArrayList<>();
        String next = "";
        do {
            JsonObject spec = JsonObject.builder()
                    .put("icons", true)
                    .putIfPresent("continue", next)
                    .build();
            JsonObject status = review(registry(kinds), spec, all);
            assertThat(icons(status)).containsOnly(icon);
            answers.add(icons(status).size());
            next = status.stringOrEmpty("continue");
        } while (!next.isEmpty());

        assertThat(answers).containsExactly(4, 4, 1);
    }

    private static List<String> icons(JsonObject status) {
        return status.arrayOrEmpty("kinds").objects().stream()
                .map(kind -> kind.stringOrEmpty("icon"))
                .toList();
    }

    @Test
    void questionIsAboutCreatingInTheNamespace() {
        review(registry(List.of(Kinds.redis())), JsonObject.EMPTY, List.of());

        assertThat(asked)
                .containsExactly(new RequestAttributes.Resource(
                        KIM, "create", Kinds.GROUP, "v1alpha1", "redises", "", "shop", ""));
    }

    @Test
    void onlyKindsOfTheGroupAreAsked() {
        KindRegistry registry = registry(List.of(Kinds.redis(), Kinds.otherRedis()));
        JsonObject spec = JsonObject.builder().put("group", "other.example.com").build();

        assertThat(review(registry, spec, List.of("redises.other.example.com"))
                        .arrayOrEmpty("kinds")
                        .objects())
                .extracting(kind -> kind.stringOrEmpty("version"))
                .containsExactly("v1");
        assertThat(asked).hasSize(1);
    }

    @Test
    void kindsOfTheServerItselfAreLeftOut() {
        KindRegistry registry = registry(List.of(BuiltInKinds.CONFIG_MAP, ComputedKinds.APPLICATION_PREVIEW));

        assertThat(review(registry, JsonObject.EMPTY, List.of("configmaps")).arrayOrEmpty("kinds"))
                .isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void quotasAreReadOnlyForKindsThatTheUserMayCreate() {
        KindRegistry registry = registry(List.of(Kinds.redis(), Kinds.postgres()));

        JsonObject status = review(registry, JsonObject.EMPTY, List.of("postgreses." + Kinds.GROUP));

        assertThat(status.arrayOrEmpty("kinds").objects().getFirst().arrayOrEmpty("quotas"))
                .hasToString("[{\"name\":\"q\",\"resource\":\"count/postgreses." + Kinds.GROUP
                        + "\",\"hard\":\"3\",\"used\":\"1\",\"left\":\"2\"}]");
    }

    private JsonObject review(KindRegistry registry, JsonObject spec, List<String> allowed) {
        Authorizer authorizer = attributes -> {
            RequestAttributes.Resource resource = (RequestAttributes.Resource) attributes;
            asked.add(resource);
            return allowed.contains(resource.resource() + "." + resource.group())
                    ? new Decision.Allowed("")
                    : new Decision.NoOpinion("");
        };
        Application question = new Application(
                ComputedKinds.SELF_SUBJECT_KINDS_REVIEW.gvk(), ObjectMeta.of("shop", ""), spec, JsonObject.EMPTY);
        return new KindsReview(() -> registry, authorizer, new QuotaOfThree()).status(question, KIM, OPTIONS);
    }

    private static KindRegistry registry(List<ApplicationKind> kinds) {
        return KindRegistry.assemble(kinds.stream()
                .<Declaration>map(kind -> new Declaration.Valid(kind.toString(), kind))
                .toList());
    }

    private static ApplicationKind kind(String group, String kind) {
        return builder(group, kind).build();
    }

    private static ApplicationKind withIcon(String kind, String icon) {
        return builder("g.example.com", kind).icon(icon).build();
    }

    private static ApplicationKind.Builder builder(String group, String kind) {
        ApplicationKind redis = Kinds.redis();
        String singular = kind.toLowerCase(Locale.ROOT);
        return ApplicationKind.builder(
                group,
                "v1",
                new KindNames(kind, kind + "List", singular + "s", singular, List.of(), List.of()),
                redis.schema(),
                redis.release());
    }

    /** A quota with one object of each kind and two left. */
    private static final class QuotaOfThree implements ObjectQuota {
        @Override
        public void charge(ApplicationKind kind, NamespacedName name, boolean dryRun) {
            throw new AssertionError("a question is not charged");
        }

        @Override
        public List<Limit> limits(String namespace, String resource) {
            return Stream.of(new Limit("q", resource, "3", "1", "2"))
                    .filter(_ -> namespace.equals("shop"))
                    .toList();
        }
    }
}
