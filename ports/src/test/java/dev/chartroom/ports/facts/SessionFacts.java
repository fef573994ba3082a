package dev.chartroom.ports.facts;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.EvaluatedCondition;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Records for each test JVM the time of its start and the time that its tests waited in Awaitility. Sets the timeout of
 * Awaitility to a minute.
 */
public final class SessionFacts implements LauncherSessionListener {
    private final AtomicLong waited = new AtomicLong();

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        ProcessHandle.current()
                .info()
                .startInstant()
                .ifPresent(start -> BuildFacts.add("starting JVMs", Duration.between(start, Instant.now())));
        // On a busy machine, tests can exceed the default timeout of ten seconds. A test that checks a time limit sets
        // its own timeout.
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
        Awaitility.setDefaultConditionEvaluationListener(new ConditionEvaluationListener<Object>() {
            @Override
            public void conditionEvaluated(EvaluatedCondition<Object> condition) {
                if (condition.isSatisfied()) {
                    waited.addAndGet(condition.getElapsedTimeInMS());
                }
            }
        });
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        BuildFacts.add("waiting for a condition", Duration.ofMillis(waited.get()));
    }
}
