package dev.chartroom.adapters.auth.authz;

import dev.chartroom.adapters.auth.RecentAnswers;
import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.ports.auth.Authorizer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what another authorizer decided, for as long as upstream does (apiserver's delegating authorization: 10
 * seconds, whether allowed or not). Only the very same question gets the same answer: that a user may read any object of
 * a namespace does not say that another authorizer than RBAC lets him read this one. Failures are not remembered. Each
 * user has a share of the memory, so that none can push out what is known of the others.
 */
public final class CachingAuthorizer implements Authorizer {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
    /** What is longer is not remembered: no client needs it twice. */
    private static final int LONGEST = 1_000;

    private static final int USERS = 256;
    private static final int QUESTIONS_OF_A_USER = 256;

    private final Authorizer authorizer;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<UserInfo, RecentAnswers<RequestAttributes, Decision>> users = new LinkedHashMap<>();

    public CachingAuthorizer(Authorizer authorizer) {
        this(authorizer, System::nanoTime);
    }

    CachingAuthorizer(Authorizer authorizer, LongSupplier nanoTime) {
        this.authorizer = authorizer;
        this.nanoTime = nanoTime;
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        if (length(attributes) > LONGEST) {
            return authorizer.authorize(attributes);
        }
        Decision known = known(attributes);
        if (known != null) {
            return known;
        }
        long asked = nanoTime.getAsLong();
        Decision decision = authorizer.authorize(attributes);
        remember(attributes, decision, asked);
        return decision;
    }

    /** Of all that the client has a hand in. */
    private static int length(RequestAttributes attributes) {
        return switch (attributes) {
            case RequestAttributes.NonResource request ->
                request.verb().length() + request.path().length();
            case RequestAttributes.Resource request ->
                Stream.of(
                                        request.group(),
                                        request.version(),
                                        request.resource(),
                                        request.subresource(),
                                        request.namespace(),
                                        request.name())
                                .mapToInt(String::length)
                                .sum()
                        + request.fieldSelector().requirements().stream()
                                .mapToInt(requirement -> requirement.value().length())
                                .sum()
                        + request.labelSelector().toString().length();
        };
    }

    private @Nullable Decision known(RequestAttributes attributes) {
        lock.lock();
        try {
            RecentAnswers<RequestAttributes, Decision> ofUser = users.get(attributes.user());
            return ofUser == null ? null : ofUser.find(attributes, nanoTime.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    private void remember(RequestAttributes attributes, Decision decision, long asked) {
        lock.lock();
        try {
            RecentAnswers<RequestAttributes, Decision> ofUser = users.remove(attributes.user());
            if (ofUser == null) {
                ofUser = new RecentAnswers<>(QUESTIONS_OF_A_USER, TIME_TO_LIVE);
            }
            users.putLast(attributes.user(), ofUser);
            long now = nanoTime.getAsLong();
            ofUser.put(attributes, decision, asked, now);
            while (users.size() > USERS
                    || !users.isEmpty() && users.firstEntry().getValue().isOver(now)) {
                users.pollFirstEntry();
            }
        } finally {
            lock.unlock();
        }
    }
}
