package dev.chartroom.adapters.auth.authz;

import dev.chartroom.adapters.auth.RecentAnswers;
import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.ports.auth.Authorizer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
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
    /** Characters of a question. What is longer is not remembered: no client needs it twice. */
    private static final int LONGEST = 10_000;
    /** Characters of all the questions of one user. */
    private static final int SHARE = 64_000;

    private static final int USERS = 1_000;

    private final Authorizer authorizer;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<String, RecentAnswers<RequestAttributes, Decision>> users = new LinkedHashMap<>();

    public CachingAuthorizer(Authorizer authorizer) {
        this(authorizer, System::nanoTime);
    }

    CachingAuthorizer(Authorizer authorizer, LongSupplier nanoTime) {
        this.authorizer = authorizer;
        this.nanoTime = nanoTime;
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        Decision known = known(attributes);
        if (known != null) {
            return known;
        }
        long asked = nanoTime.getAsLong();
        Decision decision = authorizer.authorize(attributes);
        long length = length(attributes);
        if (length <= LONGEST) {
            remember(attributes, decision, length, asked);
        }
        return decision;
    }

    /** Of all that clients have a hand in. */
    private static long length(RequestAttributes attributes) {
        UserInfo user = attributes.user();
        Stream<String> ofUser = Stream.of(
                        Stream.of(user.name(), user.uid()),
                        user.groups().stream(),
                        user.extra().keySet().stream(),
                        user.extra().values().stream().flatMap(List::stream))
                .flatMap(texts -> texts);
        return weight(ofUser) + weight(texts(attributes));
    }

    private static Stream<String> texts(RequestAttributes attributes) {
        return switch (attributes) {
            case RequestAttributes.NonResource request -> Stream.of(request.verb(), request.path());
            case RequestAttributes.Resource request ->
                Stream.of(
                                Stream.of(
                                        request.group(),
                                        request.version(),
                                        request.resource(),
                                        request.subresource(),
                                        request.namespace(),
                                        request.name()),
                                request.fieldSelector().requirements().stream()
                                        .map(requirement -> requirement.field().path() + requirement.value()),
                                request.labelSelector().requirements().stream()
                                        .flatMap(requirement -> Stream.concat(
                                                Stream.of(requirement.key()), requirement.values().stream())))
                        .flatMap(texts -> texts);
        };
    }

    /** An empty text takes room, too. */
    private static long weight(Stream<String> texts) {
        return texts.mapToLong(text -> 8L + text.length()).sum();
    }

    private @Nullable Decision known(RequestAttributes attributes) {
        lock.lock();
        try {
            RecentAnswers<RequestAttributes, Decision> ofUser =
                    users.get(attributes.user().name());
            return ofUser == null ? null : ofUser.find(attributes, nanoTime.getAsLong());
        } finally {
            lock.unlock();
        }
    }

    private void remember(RequestAttributes attributes, Decision decision, long length, long asked) {
        lock.lock();
        try {
            RecentAnswers<RequestAttributes, Decision> ofUser =
                    users.remove(attributes.user().name());
            if (ofUser == null) {
                ofUser = new RecentAnswers<>(SHARE, TIME_TO_LIVE);
            }
            users.putLast(attributes.user().name(), ofUser);
            long now = nanoTime.getAsLong();
            ofUser.put(attributes, decision, length, asked, now);
            while (users.size() > USERS
                    || !users.isEmpty() && users.firstEntry().getValue().isOver(now)) {
                users.pollFirstEntry();
            }
        } finally {
            lock.unlock();
        }
    }
}
