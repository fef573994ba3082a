package dev.chartroom.adapters.auth.authz;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.ports.auth.Authorizer;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls authorizers in order; the first with an opinion decides (wire contract C12). If an authorizer throws, the chain
 * ends: a later authorizer must not allow a request that this authorizer might have denied.
 */
public final class AuthorizerChain implements Authorizer {
    private final List<Authorizer> authorizers;

    public AuthorizerChain(List<Authorizer> authorizers) {
        this.authorizers = List.copyOf(authorizers);
    }

    @Override
    public Decision authorize(RequestAttributes attributes) {
        List<String> reasons = new ArrayList<>();
        for (Authorizer authorizer : authorizers) {
            Decision decision = authorizer.authorize(attributes);
            switch (decision) {
                case Decision.Allowed _, Decision.Denied _ -> {
                    return decision;
                }
                case Decision.NoOpinion(String reason) -> {
                    if (!reason.isEmpty()) {
                        reasons.add(reason);
                    }
                }
            }
        }
        return new Decision.NoOpinion(String.join("\n", reasons));
    }
}
