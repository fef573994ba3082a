package dev.chartroom.adapters.auth.authz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authorizer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CachingAuthorizerTest {
    private static final RequestAttributes CART = read("alice", "cart");
    private static final Decision ALLOWED = new Decision.Allowed();

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final List<RequestAttributes> asked = new ArrayList<>();
    private final Deque<Decision> decisions = new ArrayDeque<>();
    private final Authorizer authorizer = new CachingAuthorizer(this::decide, now::get);

    static List<Decision> decisions() {
        return List.of(ALLOWED, new Decision.Denied("no"), new Decision.NoOpinion("who knows"));
    }

    @ParameterizedTest
    @MethodSource("decisions")
    void sameQuestionIsReviewedOncePerTenSeconds(Decision decision) {
        decisions.add(decision);
        assertThat(authorizer.authorize(CART)).isEqualTo(decision);
        pass(Duration.ofMillis(7_999));
        assertThat(authorizer.authorize(read("alice", "cart"))).isEqualTo(decision);
        assertThat(asked).hasSize(1);

        pass(Duration.ofMillis(2_001));
        decisions.add(new Decision.Denied("not any more"));
        assertThat(authorizer.authorize(CART)).isEqualTo(new Decision.Denied("not any more"));
    }

    @Test
    void decisionInUseIsRenewedBeforeItExpires() {
        BlockingQueue<RequestAttributes> reviews = new LinkedBlockingQueue<>();
        Authorizer renewing = new CachingAuthorizer(
                attributes -> {
                    reviews.add(attributes);
                    return reviews.size() == 1 ? ALLOWED : new Decision.Denied("revoked");
                },
                now::get);
        renewing.authorize(CART);
        pass(Duration.ofMillis(7_999));
        renewing.authorize(CART);
        assertThat(reviews).hasSize(1);

        pass(Duration.ofMillis(1));
        for (int i = 0; i < 100; i++) {
            renewing.authorize(CART);
        }

        Awaitility.await()
                .untilAsserted(() -> assertThat(renewing.authorize(CART)).isEqualTo(new Decision.Denied("revoked")));
        assertThat(reviews).containsExactly(CART, CART);
    }

    /** The decision is not valid for longer, and no caller receives the failure. */
    @Test
    void failedRenewalKeepsTheDecisionUntilItExpires() {
        AtomicInteger reviews = new AtomicInteger();
        Authorizer failing = new CachingAuthorizer(
                _ -> {
                    if (reviews.incrementAndGet() > 1) {
                        throw new ApiException(ApiError.unavailable("down"));
                    }
                    return ALLOWED;
                },
                now::get);
        failing.authorize(CART);
        pass(Duration.ofMillis(9_999));

        assertThat(failing.authorize(CART)).isEqualTo(ALLOWED);
        Awaitility.await().untilAsserted(() -> assertThat(reviews).hasValue(2));
        assertThat(failing.authorize(CART)).isEqualTo(ALLOWED);

        pass(Duration.ofMillis(1));
        Awaitility.await()
                .untilAsserted(
                        () -> assertThatThrownBy(() -> failing.authorize(CART)).isInstanceOf(ApiException.class));
    }

    @Test
    void tenThousandDecisionsOfAUserAreCachedAndFreedOnExpiry() {
        for (int round = 0; round < 3; round++) {
            List<RequestAttributes> questions = objects("alice-" + round, 10_000);
            questions.forEach(question -> {
                decisions.add(ALLOWED);
                authorizer.authorize(question);
            });
            asked.clear();

            questions.forEach(authorizer::authorize);

            assertThat(asked).isEmpty();
            pass(Duration.ofSeconds(10));
        }
    }

    private static List<RequestAttributes> objects(String user, int count) {
        return IntStream.range(0, count)
                .<RequestAttributes>mapToObj(i -> new RequestAttributes.Resource(
                        UserInfo.of(user, List.of()),
                        "get",
                        "apps.example.com",
                        "v1alpha1",
                        "redises",
                        "",
                        "tenant-" + i / 500,
                        "application-" + i))
                .toList();
    }

    @Test
    void requestsThatDifferInNameOrUserOrGroupAreReviewedSeparately() {
        UserInfo otherGroup = UserInfo.of("alice", List.of("admins"));
        List<RequestAttributes> questions = List.of(
                CART,
                read("alice", "basket"),
                read("bob", "cart"),
                new RequestAttributes.Resource(otherGroup, "get", "g", "v1", "redises", "", "ns", "cart"));
        questions.forEach(question -> decisions.add(ALLOWED));

        questions.forEach(authorizer::authorize);

        assertThat(asked).isEqualTo(questions);
    }

    @Test
    void slowAnswerExpiresTenSecondsAfterItsQuestion() {
        Authorizer slow = new CachingAuthorizer(
                attributes -> {
                    pass(Duration.ofSeconds(10));
                    return decide(attributes);
                },
                now::get);
        decisions.addAll(List.of(ALLOWED, new Decision.Denied("revoked")));

        assertThat(slow.authorize(CART)).isEqualTo(ALLOWED);
        assertThat(slow.authorize(CART)).isEqualTo(new Decision.Denied("revoked"));
    }

    @Test
    void failuresAreNotCached() {
        Authorizer failing = new CachingAuthorizer(
                attributes -> {
                    if (decisions.isEmpty()) {
                        throw new ApiException(ApiError.unavailable("down"));
                    }
                    return decide(attributes);
                },
                now::get);

        assertThatThrownBy(() -> failing.authorize(CART)).isInstanceOf(ApiException.class);
        decisions.add(ALLOWED);
        assertThat(failing.authorize(CART)).isEqualTo(ALLOWED);
    }

    @Test
    void userWithManyQuestionsEvictsNoCachedDecision() {
        decisions.add(ALLOWED);
        authorizer.authorize(CART);
        for (int i = 0; i < 20_000; i++) {
            decisions.add(ALLOWED);
            authorizer.authorize(read("mallory", "cart-" + i));
        }
        asked.clear();

        authorizer.authorize(CART);
        authorizer.authorize(read("mallory", "cart-0"));
        assertThat(asked).isEmpty();

        decisions.add(ALLOWED);
        authorizer.authorize(read("mallory", "cart-19999"));
        assertThat(asked).hasSize(1);
        pass(Duration.ofSeconds(10));
        decisions.addAll(List.of(ALLOWED, ALLOWED));
        authorizer.authorize(read("mallory", "cart-19999"));
        authorizer.authorize(read("mallory", "cart-19999"));
        assertThat(asked).hasSize(2);
    }

    /** A user with the right to create service accounts in a namespace can create any number of them. */
    @Test
    void serviceAccountsOfANamespaceDoNotEvictDecisionsOfOthers() {
        decisions.add(ALLOWED);
        authorizer.authorize(CART);
        for (int i = 0; i < 1_100; i++) {
            decisions.add(ALLOWED);
            authorizer.authorize(read("system:serviceaccount:mallory:sa-" + i, "cart"));
        }
        asked.clear();

        authorizer.authorize(CART);
        authorizer.authorize(read("system:serviceaccount:mallory:sa-0", "cart"));

        assertThat(asked).isEmpty();
    }

    /** A controller that processes its objects in turn asks about each again in the next round. */
    @Test
    void repeatedQuestionsThatExceedTheCacheStillGetHits() {
        List<RequestAttributes> cycle = IntStream.range(0, 24_000)
                .mapToObj(i -> read("alice", "cart-" + i))
                .toList();
        for (int round = 0; round < 3; round++) {
            asked.clear();
            cycle.forEach(question -> {
                decisions.add(ALLOWED);
                authorizer.authorize(question);
            });
            decisions.clear();
        }

        assertThat(asked).hasSizeLessThan(cycle.size() / 2);
    }

    @Test
    void weightOfAQuestionExcludesTheIdentityDigest() {
        assertThat(Question.of(CART).weight()).isLessThan(100);
    }

    /** Each token of a service account has its own extra. A user with many tokens is still one user. */
    @Test
    void manyCredentialsOfOneUserDoNotEvictDecisionsOfOthers() {
        decisions.add(ALLOWED);
        authorizer.authorize(CART);
        for (int i = 0; i < 3_000; i++) {
            decisions.add(ALLOWED);
            UserInfo mallory = new UserInfo("mallory", "", List.of(), Map.of("credential-id", List.of("JTI=" + i)));
            authorizer.authorize(new RequestAttributes.NonResource(mallory, "get", "/version"));
        }
        asked.clear();

        authorizer.authorize(CART);
        assertThat(asked).isEmpty();
    }

    @Test
    void decisionsOfTheMostRecentUsersAreCached() {
        for (int i = 0; i < 1_100; i++) {
            decisions.add(ALLOWED);
            authorizer.authorize(read("user-" + i, "cart"));
        }
        asked.clear();

        authorizer.authorize(read("user-1099", "cart"));
        assertThat(asked).isEmpty();

        decisions.add(ALLOWED);
        authorizer.authorize(read("user-0", "cart"));
        assertThat(asked).hasSize(1);
    }

    static List<RequestAttributes> longQuestions() {
        String text = "x".repeat(10_001);
        UserInfo alice = UserInfo.of("alice", List.of());
        return List.of(
                new RequestAttributes.NonResource(alice, "get", "/" + text),
                read("alice", text),
                new RequestAttributes.Resource(
                        alice, "list", "g", "v", "r", "", "", "", FieldSelector.ofName(text), LabelSelector.EVERYTHING),
                new RequestAttributes.Resource(
                        alice, "list", "g", "v", "r", "", "", "", FieldSelector.EVERYTHING, manyLabels()),
                // Each requirement excludes nothing, but still takes memory.
                new RequestAttributes.Resource(
                        alice,
                        "list",
                        "g",
                        "v",
                        "r",
                        "",
                        "",
                        "",
                        FieldSelector.parse("metadata.name!=,".repeat(1_000)),
                        LabelSelector.EVERYTHING));
    }

    private static LabelSelector manyLabels() {
        return LabelSelector.parse("a in (" + "bcd,".repeat(4_000) + "e)")
                .and(LabelSelector.parse(
                        IntStream.range(0, 4_000).mapToObj(i -> "l" + i).collect(Collectors.joining(","))));
    }

    @ParameterizedTest
    @MethodSource("longQuestions")
    void decisionOfALongQuestionIsNotCached(RequestAttributes question) {
        decisions.addAll(List.of(ALLOWED, ALLOWED));
        authorizer.authorize(question);
        authorizer.authorize(question);
        assertThat(asked).hasSize(2);
    }

    /** The cache is limited by questions, so an identity with many groups takes no more space than a plain one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 1_000})
    void numberOfCachedDecisionsDoesNotDependOnTheIdentity(int groups) {
        UserInfo account = new UserInfo(
                "system:serviceaccount:team-a:operator",
                "0b6d6a3c-9d3b-4a3e-8f3a-2f9a3c1c6a11",
                IntStream.range(0, groups)
                        .mapToObj(i -> "oidc:some-organisation:some-team-" + i)
                        .toList(),
                Map.of(
                        "authentication.kubernetes.io/credential-id", List.of("JTI=" + "7".repeat(36)),
                        "authentication.kubernetes.io/pod-name", List.of("operator-5d9c7b6f4-abcde")));
        List<RequestAttributes> questions = IntStream.range(0, 300)
                .<RequestAttributes>mapToObj(i -> new RequestAttributes.Resource(
                        account, "get", "apps.example.com", "v1alpha1", "redises", "", "team-a", "cart-" + i))
                .toList();
        questions.forEach(_ -> decisions.add(ALLOWED));
        questions.forEach(authorizer::authorize);
        asked.clear();

        questions.forEach(authorizer::authorize);

        assertThat(asked).isEmpty();
    }

    @Test
    void concurrentEqualQuestionsShareOneReview() {
        CountDownLatch known = new CountDownLatch(1);
        AtomicInteger reviews = new AtomicInteger();
        Authorizer slow = new CachingAuthorizer(
                _ -> {
                    reviews.incrementAndGet();
                    await(known);
                    return ALLOWED;
                },
                now::get);
        List<CompletableFuture<Decision>> outcomes = IntStream.range(0, 50)
                .mapToObj(_ -> inBackground(() -> slow.authorize(CART)))
                .toList();
        CompletableFuture<Decision> other = inBackground(() -> slow.authorize(read("bob", "cart")));
        Awaitility.await().untilAsserted(() -> assertThat(reviews).hasValue(2));
        known.countDown();

        assertThat(outcomes.stream().map(CompletableFuture::join)).containsOnly(ALLOWED);
        assertThat(other.join()).isEqualTo(ALLOWED);
        assertThat(reviews).hasValue(2);
    }

    /** A decision is valid for ten seconds from the start of its review, whether it is cached or awaited. */
    @Test
    void reviewSlowerThanTheCacheDurationIsNotJoined() {
        CountDownLatch known = new CountDownLatch(1);
        AtomicInteger reviews = new AtomicInteger();
        Authorizer slow = new CachingAuthorizer(
                _ -> {
                    if (reviews.incrementAndGet() == 1) {
                        await(known);
                        return ALLOWED;
                    }
                    return new Decision.Denied("revoked");
                },
                now::get);
        CompletableFuture<Decision> first = inBackground(() -> slow.authorize(CART));
        Awaitility.await().untilAsserted(() -> assertThat(reviews).hasValue(1));
        pass(Duration.ofSeconds(10));

        assertThat(slow.authorize(CART)).isEqualTo(new Decision.Denied("revoked"));
        known.countDown();
        assertThat(first.join()).isEqualTo(ALLOWED);
        assertThat(slow.authorize(CART)).isEqualTo(new Decision.Denied("revoked"));
    }

    private static <T> CompletableFuture<T> inBackground(Supplier<T> task) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Thread.startVirtualThread(() -> outcome.complete(task.get()));
        return outcome;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private Decision decide(RequestAttributes attributes) {
        asked.add(attributes);
        return decisions.remove();
    }

    private static RequestAttributes read(String user, String name) {
        return new RequestAttributes.Resource(
                UserInfo.of(user, List.of()), "get", "g", "v1", "redises", "", "ns", name);
    }
}
