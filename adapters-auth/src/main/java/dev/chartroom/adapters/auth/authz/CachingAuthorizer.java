package dev.chartroom.adapters.auth.authz;

import dev.chartroom.adapters.auth.JoinedReviews;
import dev.chartroom.adapters.auth.RecentAnswers;
import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.limit.FairShares;
import dev.chartroom.ports.limit.Permit;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what another authorizer decided, for as long as upstream does (apiserver's delegating authorization: 10
 * seconds, whether allowed or not). Only the very same question gets the same answer: that a user may read any object of
 * a namespace does not say that another authorizer than RBAC lets him read this one. Failures are not remembered. Each
 * user has a share of the memory, so that none can push out what is known of the others; the service accounts of a
 * namespace have one together. Requests that ask the same at the same time share one question. A decision that is still
 * used shortly before it ends is asked for again meanwhile, so that who asks all the time seldom waits.
 */
public final class CachingAuthorizer implements Authorizer {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
    /** Characters of a question. What is longer is not remembered: no client needs it twice. */
    private static final int LONGEST = 10_000;
    /** Characters of all the questions of one user for which there is always room. */
    private static final int SHARE = 64_000;
    /** Decisions that are asked for again at a time before they end. */
    private static final int RENEWALS = 20;
    /** Decisions for which there is room besides: one user alone gets half of it. */
    private static final int MORE = 30_000;
    /** Characters of a question that may be one of these. */
    private static final int SHORT = 500;

    private static final int USERS = 1_000;

    private final Authorizer authorizer;
    private final LongSupplier nanoTime;
    private final JoinedReviews<Question, Decision> running;
    private final FairShares more = new FairShares(MORE);
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
        RecentAnswers<Question, Decision> ofUser = known(FairShares.sharer(attributes.user()));
        long now = nanoTime.getAsLong();
        Decision known = ofUser == null ? null : ofUser.find(question, now);
        if (ofUser == null || known == null) {
            return running.answer(question, asked -> decide(attributes, question, asked));
        }
        if (ofUser.isToRenew(question, now)) {
            // Behind it is no request that counts: if there is no place for it, the decision ends.
            taken(renewals, FairShares.sharer(attributes.user()))
                    .ifPresent(place -> running.begin(question, place, asked -> decide(attributes, question, asked)));
        }
        return known;
    }

    private Decision decide(RequestAttributes attributes, Question question, long asked) {
        Decision decision = authorizer.authorize(attributes);
        long weight = question.weight();
        if (weight <= LONGEST) {
            remember(FairShares.sharer(attributes.user()), question, decision, weight, asked);
        }
        return decision;
    }

    private @Nullable RecentAnswers<Question, Decision> known(String user) {
        lock.lock();
        try {
            return users.get(user);
        } finally {
            lock.unlock();
        }
    }

    private void remember(String user, Question question, Decision decision, long weight, long asked) {
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
                    () -> weight <= SHORT ? taken(more, user) : Optional.empty(),
                    asked,
                    now);
            while (users.size() > USERS
                    || !users.isEmpty() && users.firstEntry().getValue().isOver(now)) {
                users.pollFirstEntry().getValue().clear();
            }
        } finally {
            lock.unlock();
        }
    }

    private static Optional<Permit> taken(FairShares places, String user) {
        try {
            return Optional.of(places.take(user));
        } catch (ApiException _) {
            return Optional.empty();
        }
    }
}
