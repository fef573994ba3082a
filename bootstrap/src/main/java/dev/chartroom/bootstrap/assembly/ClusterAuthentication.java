package dev.chartroom.bootstrap.assembly;

import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.adapters.auth.authn.AuthenticatorChain;
import dev.chartroom.adapters.auth.authn.ClientCertificateAuthenticator;
import dev.chartroom.adapters.auth.authn.ConfigMapTrust;
import dev.chartroom.adapters.auth.authn.ImpersonatingAuthenticator;
import dev.chartroom.adapters.auth.authn.RequestHeaderAuthenticator;
import dev.chartroom.adapters.auth.authn.StaticTokenAuthenticator;
import dev.chartroom.adapters.auth.authn.TokenReviewAuthenticator;
import dev.chartroom.adapters.auth.authz.AllowAuthenticatedAuthorizer;
import dev.chartroom.adapters.auth.authz.AlwaysAllowedPaths;
import dev.chartroom.adapters.auth.authz.AuthorizerChain;
import dev.chartroom.adapters.auth.authz.BoundedAuthorizer;
import dev.chartroom.adapters.auth.authz.CachingAuthorizer;
import dev.chartroom.adapters.auth.authz.MastersAuthorizer;
import dev.chartroom.adapters.auth.authz.SubjectAccessReviewAuthorizer;
import dev.chartroom.adapters.http.api.ApiServer;
import dev.chartroom.adapters.http.health.HealthCheck;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.bootstrap.metrics.ServerMetrics;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import java.util.List;
import java.util.Optional;

/** Authenticates users as the cluster's configuration says, which it follows. */
final class ClusterAuthentication implements AutoCloseable {
    private final ConfigMapTrust trust;
    private final ApiServer.Access access;

    private ClusterAuthentication(ConfigMapTrust trust, ApiServer.Access access) {
        this.trust = trust;
        this.access = access;
    }

    /** Waits at most ten seconds for the first read of the configuration, then follows it in the background. */
    static ClusterAuthentication start(Cluster cluster, Authorizer authorizer, ServerConfig config) {
        ConfigMapTrust trust = ConfigMapTrust.start(cluster.http(), cluster.stored());
        RequestHeaderAuthenticator frontProxy = new RequestHeaderAuthenticator(trust, cluster.clock());
        Authenticator authenticator = new ImpersonatingAuthenticator(
                new AuthenticatorChain(
                        List.of(
                                frontProxy,
                                new ClientCertificateAuthenticator(trust, cluster.clock()),
                                new TokenReviewAuthenticator(cluster.reviews(), config.audiences())),
                        config.allowsAnonymous()),
                authorizer);
        return new ClusterAuthentication(
                trust, new ApiServer.Access(authenticator, authorizer, frontProxy::isFrontProxy));
    }

    /** Returns the authorizer that asks the kube-apiserver. */
    static Authorizer authorizer(ReviewClient reviews, ServerMetrics metrics) {
        return new AuthorizerChain(List.of(
                metrics.counted("Masters", new MastersAuthorizer()),
                metrics.counted("AlwaysAllowedPaths", new AlwaysAllowedPaths()),
                metrics.counted(
                        "SubjectAccessReview",
                        new CachingAuthorizer(new BoundedAuthorizer(new SubjectAccessReviewAuthorizer(reviews))))));
    }

    /** Returns the access of a single user, who has all rights and is known by a token. */
    static ApiServer.Access ofToken(String token) {
        UserInfo admin = UserInfo.of("admin", List.of(UserInfo.MASTERS_GROUP));
        Authorizer authorizer =
                new AuthorizerChain(List.of(new AlwaysAllowedPaths(), new AllowAuthenticatedAuthorizer()));
        Authenticator authenticator = new ImpersonatingAuthenticator(
                new AuthenticatorChain(List.of(new StaticTokenAuthenticator(token, admin)), true), authorizer);
        return new ApiServer.Access(authenticator, authorizer, _ -> false);
    }

    ApiServer.Access access() {
        return access;
    }

    HealthCheck health() {
        return HealthCheck.of(
                "authentication-configuration",
                () -> trust.isLoaded()
                        ? Optional.empty()
                        : Optional.of("the cluster's authentication configuration has not been read yet"));
    }

    @Override
    public void close() {
        trust.close();
    }
}
