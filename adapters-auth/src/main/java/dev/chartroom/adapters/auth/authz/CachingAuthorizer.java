package dev.chartroom.adapters.auth.authz;

import dev.chartroom.adapters.auth.JoinedReviews;
import dev.chartroom.adapters.auth.RecentAnswers;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.ports.auth.Authorizer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches the decisions of another authorizer for 10 seconds, whether allowed or not, as apiserver's delegating
 * authorization does. Failures are not cached.
 *
 * <ul>
 *   <li>Only an equal question gets the same answer. Even if a user may read every object of a namespace, an authorizer
 *       other than RBAC can still deny one of these objects.
 *   <li>Each user has a share of the cache, so a single user cannot evict the decisions about others. The service
 *       accounts of a namespace have one share together.
 *   <li>Concurrent requests with an equal question share one call.
 *   <li>A decision that is used shortly before it expires is renewed in the background, so that frequent callers seldom
 *       wait.
 * </ul>
 */
public final class CachingAuthorizer implements Authorizer {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
    /** The largest size of a cached question, in characters. No client needs a longer question twice. */
    private static final int LONGEST = 10_000;
    /** The room that each user always has: the total length of the user's questions, in characters. */
    private static final int SHARE = 64_000;
    /** The largest number of concurrent renewals of decisions. */
    private static final int RENEWALS = 20;
    /** The number of decisions that are cached beyond the users' own room. A single user gets half of this number. */
    private static final int MORE = 30_000;
    /**
     * The heap size divided by this number of bytes is another limit for the number of decisions beyond the users' own
     * room. The largest such decision takes a tenth of these bytes.
     */
    private static final int HEAP_FOR_EACH = 16 * 1024;
    /** In characters. Only questions up to this length use the room beyond the users' own room. */
    private static final int SHORT = 500;

    private static final int USERS = 1_000;

    private final Authorizer authorizer;
    private final LongSupplier nanoTime;
    private final JoinedReviews<Question, Decision> running;
    private final FairShares more =
            new FairShares((int) Math.min(MORE, Runtime.getRuntime().maxMemory() / HEAP_FOR_EACH));
    private final FairShares renewals = new FairShares(RENEWALS);
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<String, RecentAnswers<Question, Decision>> users = new LinkedHashMap<>();

    public CachingAuthorizer(Authorizer authorizer) {
        this(authorizer, System::nanoTime);
    }

    CachingAuthorizer(Authorizer authorizer, LongSupplier nanoTime) {
        this.authorizer = authorizer;
        this.nanoTime = nanoTime;
        this.running = new JoinedReviews<>(TIME_TO_LIVE, nanoTime);
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        Question question = Question.of(attributes);
        RecentAnswers<Question, Decision> ofUser = answersOf(FairShares.sharer(attributes.user()));
        long now = nanoTime.getAsLong();
        Decision known = ofUser == null ? null : ofUser.find(question, now);
        if (ofUser == null || known == null) {
            return running.answer(question, startedAt -> decide(attributes, question, startedAt));
        }
        if (ofUser.claimRenewal(question, now)) {
            // No request waits for a renewal. If no permit is free for the renewal, the decision expires.
            tryTake(renewals, FairShares.sharer(attributes.user()))
                    .ifPresent(permit ->
                            running.begin(question, permit, startedAt -> decide(attributes, question, startedAt)));
        }
        return known;
    }

    private Decision decide(RequestAttributes attributes, Question question, long startedAt) {
        Decision decision = authorizer.authorize(attributes);
        long weight = question.weight() + reason(decision).length();
        if (weight <= LONGEST) {
            cache(FairShares.sharer(attributes.user()), question, decision, weight, startedAt);
        }
        return decision;
    }

    private static String reason(Decision decision) {
        return switch (decision) {
            case Decision.Allowed(String reason) -> reason;
            case Decision.Denied(String reason) -> reason;
            case Decision.NoOpinion(String reason) -> reason;
        };
    }

    private @Nullable RecentAnswers<Question, Decision> answersOf(String user) {
        lock.lock();
        try {
            return users.get(user);
        } finally {
            lock.unlock();
        }
    }

    private void cache(String user, Question question, Decision decision, long weight, long startedAt) {
        lock.lock();
        try {
            RecentAnswers<Question, Decision> ofUser = users.remove(user);
            if (ofUser == null) {
                ofUser = new RecentAnswers<>(SHARE, TIME_TO_LIVE);
            }
            users.putLast(user, ofUser);
            long now = nanoTime.getAsLong();
            ofUser.put(
                    question,
                    decision,
                    weight,
                    () -> weight <= SHORT ? tryTake(more, user) : Optional.empty(),
                    startedAt,
                    now);
            while (users.size() > USERS
                    || !users.isEmpty() && users.firstEntry().getValue().isExpired(now)) {
                users.pollFirstEntry().getValue().clear();
            }
        } finally {
            lock.unlock();
        }
    }

    private static Optional<Permit> tryTake(FairShares places, String user) {
        try {
            return Optional.of(places.take(user));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }
}
