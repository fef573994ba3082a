package dev.chartroom.adapters.http.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedClusterRequestTest {
    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/namespaces, true",
        "GET, /api/v1/namespaces/team-a, true",
        "GET, /api/v1/namespaces/team-a/events, true",
        "GET, /api/v1/events, true",
        "GET, /apis/events.k8s.io/v1/events, true",
        "GET, /apis/events.k8s.io/v1/namespaces/team-a/events, true",
        "GET, /apis/chartroom.dev/v1alpha1/kinddefinitions, true",
        "GET, /apis/chartroom.dev/v1alpha1/kinddefinitions/redises.apps.example.com, true",
        "GET, /apis/chartroom.dev/v1alpha1/kinddefinitions/redises.apps.example.com/status, false",
        "PATCH, /apis/chartroom.dev/v1alpha1/kinddefinitions/redises.apps.example.com, false",
        "POST, /apis/authorization.k8s.io/v1/selfsubjectaccessreviews, true",
        "POST, /apis/authorization.k8s.io/v1/selfsubjectrulesreviews, true",
        "POST, /apis/authentication.k8s.io/v1/selfsubjectreviews, true",
        "GET, /apis/authentication.k8s.io/v1/selfsubjectreviews, false",
        "POST, /api/v1/namespaces, false",
        "DELETE, /api/v1/namespaces/team-a, false",
        "PATCH, /api/v1/namespaces/team-a, false",
        "HEAD, /api/v1/namespaces, false",
        "GET, /api/v1/namespaces/, false",
        "GET, /api/v1/namespaces/team-a/, false",
        "GET, /api/v1/namespaces/team-a/secrets, false",
        "GET, /api/v1/namespaces/team-a/pods/x/proxy/events, false",
        "GET, /api/v1/namespaces/team-a/events/../secrets, false",
        "GET, /api/v1/namespaces/..%2fsecrets, false",
        "GET, /api/v1/namespaces/team-a%2Fsecrets, false",
        "GET, /api/v1/namespaces/../secrets, false",
        "GET, /api/v1/namespaces/.., false",
        "GET, //api/v1/namespaces, false",
        "GET, /api/v1/secrets, false",
        "GET, /apisXevents.k8s.io/v1/events, false",
        "GET, /apis/eventsXk8s.io/v1/events, false",
        "GET, http://elsewhere/api/v1/namespaces, false",
        "POST, /apis/authorization.k8s.io/v1/subjectaccessreviews, false",
        "POST, /apis/authentication.k8s.io/v1/tokenreviews, false",
        "POST, /api/v1/namespaces/team-a/events, false",
    })
    void onlyAFewReadsAndReviewsOfTheUserArePassedOn(String method, String path, boolean isAllowed) {
        assertThat(AllowedClusterRequest.matches(method, path)).isEqualTo(isAllowed);
    }
}
