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

/** The objects that policies are parametrised with: each kind that is used is followed by a watch. */
final class ClusterPolicyParams implements PolicyParams, AutoCloseable {
    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final InstantSource clock;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile Map<ParamKind, FollowedParamKind> used = Map.of();
    private boolean closed;

    ClusterPolicyParams(KubernetesHttp http, JsonCodec codec, InstantSource clock) {
        this.http = http;
        this.codec = codec;
        this.clock = clock;
    }

    /** Follows these kinds from now on, and no others. Returns at once: what there is to ask is asked in the background. */
    void use(Set<ParamKind> kinds) {
        changing.lock();
        try {
            if (!closed) {
                replace(kinds);
            }
        } finally {
            changing.unlock();
        }
    }

    /** A request may still go by policies of before: a kind that only they use is not followed again for it. */
    @Override
    public Params of(ParamKind kind) {
        FollowedParamKind followed = used.get(kind);
        if (followed == null) {
            throw new IllegalArgumentException("paramKind kind `" + kind + "` not known");
        }
        return followed.params();
    }

    @Override
    public void close() {
        changing.lock();
        try {
            replace(Set.of());
            closed = true;
        } finally {
            changing.unlock();
        }
    }

    private void replace(Set<ParamKind> kinds) {
        Map<ParamKind, FollowedParamKind> next = new HashMap<>();
        for (ParamKind kind : kinds) {
            FollowedParamKind known = used.get(kind);
            next.put(kind, known == null ? FollowedParamKind.start(kind, http, codec, clock) : known);
        }
        used.forEach((kind, followed) -> {
            if (!kinds.contains(kind)) {
                followed.close();
            }
        });
        used = Map.copyOf(next);
    }
}
