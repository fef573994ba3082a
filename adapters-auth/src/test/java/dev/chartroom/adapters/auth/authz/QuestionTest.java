package dev.chartroom.adapters.auth.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QuestionTest {

    /** Each user differs from another one only in the field or the boundary of a text. */
    private static final List<UserInfo> USERS = List.of(
            new UserInfo("a", "", List.of(), Map.of()),
            new UserInfo("", "a", List.of(), Map.of()),
            new UserInfo("", "", List.of("a"), Map.of()),
            new UserInfo("", "", List.of(), Map.of("a", List.of())),
            new UserInfo("", "", List.of(), Map.of("", List.of("a"))),
            new UserInfo("a", "b", List.of(), Map.of()),
            new UserInfo("ab", "", List.of(), Map.of()),
            new UserInfo("", "", List.of("a", "b"), Map.of()),
            new UserInfo("", "", List.of("b", "a"), Map.of()),
            new UserInfo("", "", List.of("ab"), Map.of()),
            new UserInfo("", "", List.of("a"), Map.of("b", List.of())),
            new UserInfo("", "", List.of(), Map.of("a", List.of("b"))),
            new UserInfo("", "", List.of(), Map.of("a", List.of("b", "c"))),
            new UserInfo("", "", List.of(), Map.of("a", List.of("b"), "c", List.of())),
            new UserInfo("", "", List.of(), Map.of("a", List.of(), "b", List.of("c"))),
            new UserInfo("\0\0\0\1a", "", List.of(), Map.of()),
            // The JDK's UTF-8 encoder returns the same bytes for an unpaired surrogate and a question mark.
            new UserInfo("\ud800", "", List.of(), Map.of()),
            new UserInfo("\udfff", "", List.of(), Map.of()),
            new UserInfo("?", "", List.of(), Map.of()),
            new UserInfo("é", "", List.of(), Map.of()));

    @Test
    void everyPartOfAnIdentityDistinguishesQuestions() {
        Set<Question> questions = USERS.stream()
                .map(user -> Question.of(new RequestAttributes.NonResource(user, "get", "/")))
                .collect(Collectors.toSet());

        assertThat(questions).hasSameSizeAs(new HashSet<>(USERS)).hasSameSizeAs(USERS);
    }

    /** {@code aw} and {@code c9} have one hash, and so do all texts that are made of them. */
    @Test
    void namesChosenToCollideHaveDifferentHashes() {
        List<String> names = List.of("");
        for (int part = 0; part < 8; part++) {
            names = names.stream()
                    .flatMap(name -> Stream.of(name + "aw", name + "c9"))
                    .toList();
        }
        assertThat(names.stream().map(String::hashCode))
                .containsOnly(names.getFirst().hashCode());

        assertThat(names.stream()
                        .map(name -> Question.of(new RequestAttributes.NonResource(USERS.getFirst(), "get", name)))
                        .map(Question::hashCode)
                        .distinct())
                .hasSizeGreaterThan(250);
    }

    @Test
    void equalRequestsAreTheSameQuestion() {
        assertThat(USERS)
                .allSatisfy(user -> assertThat(Question.of(new RequestAttributes.NonResource(user, "get", "/")))
                        .isEqualTo(Question.of(new RequestAttributes.NonResource(
                                new UserInfo(user.name(), user.uid(), user.groups(), user.extra()), "get", "/"))));
    }

    @Test
    void requestIsRestoredFromItsQuestion() {
        UserInfo user = UserInfo.of("jane", List.of("dev"));
        RequestAttributes.Resource request =
                new RequestAttributes.Resource(user, "get", "g", "v1", "redises", "status", "ns", "cart");

        assertThat(Question.of(request).request().withUser(user)).isEqualTo(request);
    }
}
