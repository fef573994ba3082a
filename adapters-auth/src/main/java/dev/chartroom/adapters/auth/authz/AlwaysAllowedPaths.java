package dev.chartroom.adapters.auth.authz;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.ports.auth.Authorizer;
import java.util.Set;

/**
 * Allows every user the three health paths, exactly as they are written, and nothing below them (wire contract A12,
 * C12).
 */
public final class AlwaysAllowedPaths implements Authorizer {
    private static final Set<String> PATHS = Set.of("/healthz", "/readyz", "/livez");

    @Override
    public Decision authorize(RequestAttributes attributes) {
        return switch (attributes) {
            case RequestAttributes.NonResource(var _, var _, String path)
            when PATHS.contains(path) -> new Decision.Allowed();
            case RequestAttributes.NonResource _, RequestAttributes.Resource _ -> new Decision.NoOpinion("");
        };
    }
}
