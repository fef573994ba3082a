package dev.chartroom.adapters.auth.authz;

import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.ports.auth.Authorizer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what another authorizer decided, for as long as upstream does (apiserver's delegating authorization: 10
 * seconds, whether allowed or not). Only the very same question gets the same answer: that a user may read any object of
 * a namespace does not say that another authorizer than RBAC lets him read this one. Failures are not remembered. Each
 * user has a share of the memory, so that none can push out what is known of the others.
 */
public final class CachingAuthorizer implements Authorizer {
    private static final long NANOS_TO_LIVE = Duration.ofSeconds(10).toNanos();
    /** What is longer is not remembered: no client needs it twice. */
    private static final int LONGEST_PATH = 1_000;

    private static final int USERS = 256;
    private static final int QUESTIONS_OF_A_USER = 256;

    private final Authorizer authorizer;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<UserInfo, SequencedMap<RequestAttributes, Remembered>> users = new LinkedHashMap<>();

    private record Remembered(Decision decision, long asked) {}

    public CachingAuthorizer(Authorizer authorizer) {
        this(authorizer, System::nanoTime);
    }

    /** @param nanoTime never goes back, unlike the time of day, which would make a right last longer */
    CachingAuthorizer(Authorizer authorizer, LongSupplier nanoTime) {
        this.authorizer = authorizer;
        this.nanoTime = nanoTime;
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        if (attributes instanceof RequestAttributes.NonResource request
                && request.path().length() > LONGEST_PATH) {
            return authorizer.authorize(attributes);
        }
        Decision known = known(attributes);
        if (known != null) {
            return known;
        }
        // It holds for as long as it may from when it was asked for: an answer can be slow.
        long asked = nanoTime.getAsLong();
        Decision decision = authorizer.authorize(attributes);
        remember(attributes, new Remembered(decision, asked));
        return decision;
    }

    private @Nullable Decision known(RequestAttributes attributes) {
        lock.lock();
        try {
            Remembered remembered =
                    users.getOrDefault(attributes.user(), new LinkedHashMap<>()).get(attributes);
            return remembered != null && isFresh(remembered) ? remembered.decision() : null;
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
            forget(ofUser, QUESTIONS_OF_A_USER);
            while (users.size() > USERS
                    || !users.isEmpty() && isOver(users.firstEntry().getValue())) {
                users.remove(users.firstEntry().getKey());
            }
        } finally {
            lock.unlock();
        }
    }

    /** The oldest come first, of the questions as of the users. */
    private void forget(SequencedMap<RequestAttributes, Remembered> ofUser, int most) {
        while (ofUser.size() > most
                || !ofUser.isEmpty() && !isFresh(ofUser.firstEntry().getValue())) {
            ofUser.remove(ofUser.firstEntry().getKey());
        }
    }

    private boolean isOver(SequencedMap<RequestAttributes, Remembered> ofUser) {
        return ofUser.isEmpty() || !isFresh(ofUser.lastEntry().getValue());
    }

    private boolean isFresh(Remembered remembered) {
        return nanoTime.getAsLong() - remembered.asked() < NANOS_TO_LIVE;
    }
}
