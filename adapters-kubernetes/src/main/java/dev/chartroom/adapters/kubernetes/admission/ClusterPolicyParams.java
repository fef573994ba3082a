package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.json.JsonCodec;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The parameter objects of policies. A kind is watched from the first time that a policy needs it. If a policy does not
 * apply to Chartroom's kinds, Chartroom needs no right to read the parameters of that policy.
 */
final class ClusterPolicyParams implements PolicyParams, AutoCloseable {
    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final InstantSource clock;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile Map<ParamKind, FollowedParamKind> followed = Map.of();
    /** The parameter kinds of all existing policies. */
    private Set<ParamKind> used = Set.of();

    private boolean closed;

    ClusterPolicyParams(KubernetesHttp http, JsonCodec codec, InstantSource clock) {
        this.http = http;
        this.codec = codec;
        this.clock = clock;
    }

    /** Sets the kinds that policies may request from now on. Returns at once. */
    void use(Set<ParamKind> kinds) {
        changing.lock();
        try {
            if (!closed) {
                used = Set.copyOf(kinds);
                retainUsed();
            }
        } finally {
            changing.unlock();
        }
    }

    /**
     * Returns the parameters of a kind. A request that still uses an earlier state of the policies can ask for a kind
     * that no current policy uses. Such a kind is not watched again.
     */
    @Override
    public Params of(ParamKind kind) {
        FollowedParamKind known = followed.get(kind);
        return (known == null ? start(kind) : known).params();
    }

    private FollowedParamKind start(ParamKind kind) {
        changing.lock();
        try {
            if (!used.contains(kind)) {
                throw new IllegalArgumentException("paramKind kind `" + kind + "` not known");
            }
            Map<ParamKind, FollowedParamKind> next = new HashMap<>(followed);
            FollowedParamKind started =
                    next.computeIfAbsent(kind, _ -> FollowedParamKind.start(kind, http, codec, clock));
            followed = Map.copyOf(next);
            return started;
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void close() {
        changing.lock();
        try {
            used = Set.of();
            retainUsed();
            closed = true;
        } finally {
            changing.unlock();
        }
    }

    private void retainUsed() {
        Map<ParamKind, FollowedParamKind> next = new HashMap<>(followed);
        followed.forEach((kind, gone) -> {
            if (!used.contains(kind)) {
                gone.close();
                next.remove(kind);
            }
        });
        followed = Map.copyOf(next);
    }
}
