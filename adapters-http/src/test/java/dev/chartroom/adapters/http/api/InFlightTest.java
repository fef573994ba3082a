package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class InFlightTest extends ApiTest {
    private static final int SHARE = TestServer.READS_IN_FLIGHT / 2;

    @Test
    void requestsBeyondAUsersShareGet429AndOtherUsersAreServed() throws Exception {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<TestResponse>> flood = new ArrayList<>();
            for (int i = 0; i < SHARE; i++) {
                flood.add(clients.submit(() -> get(path("x"), Users.HEADER, "slow")));
            }
            Awaitility.await().until(() -> server.users.waiting() == SHARE);

            TestResponse refused = get(path("x"), Users.HEADER, "slow").assertStatus(429, "TooManyRequests");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            get(collection()).assertCode(200);

            server.users.decide();
            for (Future<TestResponse> answer : flood) {
                answer.get().assertStatus(403, "Forbidden");
            }
            get(path("x"), Users.HEADER, "slow").assertStatus(403, "Forbidden");
        }
    }
}
