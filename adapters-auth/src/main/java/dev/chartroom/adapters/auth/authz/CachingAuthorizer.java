package dev.chartroom.adapters.auth.authz;

import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.ports.auth.Authorizer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what another authorizer decided, for as long as upstream does (apiserver's delegating authorization: 10
 * seconds, whether allowed or not). Only the very same question gets the same answer: that a user may read any object of
 * a namespace does not say that another authorizer than RBAC lets him read this one. Failures are not remembered. Each
 * user has a share of the memory, so that none can push out what is known of the others.
 */
public final class CachingAuthorizer implements Authorizer {
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);
    private static final int USERS = 256;
    private static final int QUESTIONS_OF_A_USER = 256;

    private final Authorizer authorizer;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<UserInfo, SequencedMap<RequestAttributes, Remembered>> users = new LinkedHashMap<>();

    private record Remembered(Decision decision, Instant until) {}

    public CachingAuthorizer(Authorizer authorizer, Clock clock) {
        this.authorizer = authorizer;
        this.clock = clock;
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        Decision known = known(attributes);
        if (known != null) {
            return known;
        }
        // It holds for as long as it may from when it was asked for: an answer can be slow.
        Instant until = clock.instant().plus(TIME_TO_LIVE);
        Decision decision = authorizer.authorize(attributes);
        remember(attributes, new Remembered(decision, until));
        return decision;
    }

    private @Nullable Decision known(RequestAttributes attributes) {
        lock.lock();
        try {
            Remembered remembered =
                    users.getOrDefault(attributes.user(), new LinkedHashMap<>()).get(attributes);
            return remembered != null && clock.instant().isBefore(remembered.until()) ? remembered.decision() : null;
        } finally {
            lock.unlock();
        }
    }

    private void remember(RequestAttributes attributes, Remembered decision) {
        lock.lock();
        try {
            SequencedMap<RequestAttributes, Remembered> ofUser = users.remove(attributes.user());
            if (ofUser == null) {
                ofUser = new LinkedHashMap<>();
            }
            users.putLast(attributes.user(), ofUser);
            ofUser.putLast(attributes, decision);
            dropFirst(ofUser, QUESTIONS_OF_A_USER);
            dropFirst(users, USERS);
        } finally {
            lock.unlock();
        }
    }

    private static void dropFirst(SequencedMap<?, ?> map, int most) {
        if (map.size() > most) {
            Map.Entry<?, ?> _ = map.pollFirstEntry();
        }
    }
}
