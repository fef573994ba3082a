package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.ports.admission.PolicyParams;
import dev.chartroom.ports.json.JsonCodec;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The objects that policies are parametrised with. A kind is followed by a watch once a policy asks for it: a policy that
 * is about other resources asks for none, and this server need not have the right to read its parameters.
 */
final class ClusterPolicyParams implements PolicyParams, AutoCloseable {
    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final InstantSource clock;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile Map<ParamKind, FollowedParamKind> followed = Map.of();
    /** Of all policies that there are. */
    private Set<ParamKind> used = Set.of();

    private boolean closed;

    ClusterPolicyParams(KubernetesHttp http, JsonCodec codec, InstantSource clock) {
        this.http = http;
        this.codec = codec;
        this.clock = clock;
    }

    /** Lets policies ask for these kinds from now on, and for no others. Returns at once. */
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

    /** A request may still go by policies of before: a kind that only they use is not followed again for it. */
    @Override
    public Params of(ParamKind kind) {
        FollowedParamKind known = followed.get(kind);
        return (known == null ? begun(kind) : known).params();
    }

    private FollowedParamKind begun(ParamKind kind) {
        changing.lock();
        try {
            if (!used.contains(kind)) {
                throw new IllegalArgumentException("paramKind kind `" + kind + "` not known");
            }
            Map<ParamKind, FollowedParamKind> next = new HashMap<>(followed);
            FollowedParamKind begun =
                    next.computeIfAbsent(kind, _ -> FollowedParamKind.start(kind, http, codec, clock));
            followed = Map.copyOf(next);
            return begun;
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
