package dev.chartroom.adapters.auth.authz;

import dev.chartroom.adapters.auth.ReviewLimit;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.ports.auth.Authorizer;
import java.time.Duration;
import java.util.Set;

/**
 * Bounds the concurrent calls to another authorizer, over all callers. Users share the bound fairly. Callers without a
 * proven identity have a small bound of their own, so they never take a place from a user. Discovery also has a bound
 * of its own, so a user's other requests never prevent discovery.
 */
public final class BoundedAuthorizer implements Authorizer {
    /** The paths that every client requests. Each path is one question, so a caller cannot make up more questions. */
    private static final Set<String> DISCOVERY = Set.of("/api", "/apis", "/version", "/openapi/v2", "/openapi/v3");

    private final Authorizer authorizer;
    private final ReviewLimit users;
    private final ReviewLimit strangers;
    private final ReviewLimit discovery;

    /** @param authorizer sends a review for each call */
    public BoundedAuthorizer(Authorizer authorizer) {
        this(authorizer, ReviewLimit.PATIENCE);
    }

    BoundedAuthorizer(Authorizer authorizer, Duration patience) {
        this.authorizer = authorizer;
        // A single user gets 50 concurrent calls. At 5 ms each, these are 10,000 calls a second, which is more than the
        // server answers.
        this.users = new ReviewLimit(100, 1_000, patience);
        // All strangers share one name, so together they get half of this limit: 10. A stranger's call never waits,
        // because an unknown caller must not occupy the server.
        this.strangers = new ReviewLimit(20, 20, patience);
        this.discovery = new ReviewLimit(20, 200, patience);
    }

    /** @throws dev.chartroom.apimachinery.status.ApiException as {@link ReviewLimit#during} */
    @Override
    public Decision authorize(RequestAttributes attributes) {
        return limit(attributes).during(sharer(attributes.user()), () -> authorizer.authorize(attributes));
    }

    private ReviewLimit limit(RequestAttributes attributes) {
        if (attributes instanceof RequestAttributes.NonResource(var _, String verb, String path)
                && verb.equals("get")
                && DISCOVERY.contains(path)) {
            return discovery;
        }
        return isStranger(attributes.user()) ? strangers : users;
    }

    private static String sharer(UserInfo user) {
        return isStranger(user) ? UserInfo.ANONYMOUS.name() : FairShares.sharer(user);
    }

    private static boolean isStranger(UserInfo user) {
        return user.name().equals(UserInfo.ANONYMOUS.name()) || user.isIn(UserInfo.UNAUTHENTICATED_GROUP);
    }
}
