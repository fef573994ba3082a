package dev.chartroom.adapters.auth.authz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.Decision.Allowed;
import dev.chartroom.apimachinery.auth.Decision.Denied;
import dev.chartroom.apimachinery.auth.Decision.NoOpinion;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authorizer;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuthorizerChainTest {
    private final ApiException down = new ApiException(ApiError.unavailable("down"));
    private final Authorizer unavailable = _ -> {
        throw down;
    };

    @Test
    void firstOpinionDecides() {
        assertThat(ask(saying(new NoOpinion("")), saying(new Allowed()), saying(new Denied("no"))))
                .isEqualTo(new Allowed());
        assertThat(ask(saying(new NoOpinion("")), saying(new Denied("no")), saying(new Allowed())))
                .isEqualTo(new Denied("no"));
    }

    @Test
    void laterAuthorizersAreNotCalledAfterAnOpinion() {
        assertThat(ask(saying(new Allowed()), unavailable)).isEqualTo(new Allowed());
    }

    @Test
    void reasonsWithoutAnOpinionAreJoined() {
        assertThat(ask(saying(new NoOpinion("one")), saying(new NoOpinion("")), saying(new NoOpinion("two"))))
                .isEqualTo(new NoOpinion("one\ntwo"));
    }

    @Test
    void emptyChainHasNoOpinion() {
        assertThat(ask()).isEqualTo(new NoOpinion(""));
    }

    @Test
    void failureIsNotOverruledByALaterAuthorizer() {
        assertThatThrownBy(() -> ask(saying(new NoOpinion("")), unavailable, saying(new Allowed())))
                .isSameAs(down);
    }

    private static Decision ask(Authorizer... authorizers) {
        return new AuthorizerChain(List.of(authorizers))
                .authorize(new RequestAttributes.NonResource(UserInfo.ANONYMOUS, "get", "/"));
    }

    private static Authorizer saying(Decision decision) {
        return _ -> decision;
    }
}
