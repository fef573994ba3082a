package dev.chartroom.adapters.postgres;

import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells the log of a database that fails: when it begins, once a minute how often, and that it is over, which takes a few
 * seconds in which nothing failed. Clients are told by each answer.
 */
final class Outages {
    static final Duration QUIET = Duration.ofSeconds(5);
    static final Duration REMINDER = Duration.ofMinutes(1);
    private static final System.Logger LOG = System.getLogger(Outages.class.getName());

    private final Clock clock;
    private volatile @Nullable Outage outage;

    /**
     * What goes on.
     *
     * @param last when something failed
     * @param told when the log was told
     */
    private record Outage(Instant since, Instant last, Instant told, long failures) {}

    Outages(Clock clock) {
        this.clock = clock;
    }

    /** Takes note of what the server, or the way to it, is to blame for. */
    synchronized void failed(SQLException e) {
        Instant now = clock.instant();
        Outage before = outage;
        if (before == null) {
            outage = new Outage(now, now, now, 1);
            LOG.log(Level.WARNING, "The database fails: {0}", said(e));
            return;
        }
        boolean isTold = now.isBefore(before.told.plus(REMINDER));
        outage = new Outage(before.since, now, isTold ? before.told : now, before.failures + 1);
        if (!isTold) {
            LOG.log(
                    Level.WARNING,
                    "The database fails since {0}, {1} times until now: {2}",
                    before.since,
                    Long.toString(before.failures + 1),
                    said(e));
        }
    }

    /** Takes note of an answer. */
    void answered() {
        if (outage != null) {
            over();
        }
    }

    private synchronized void over() {
        Outage before = outage;
        if (before != null && !clock.instant().isBefore(before.last.plus(QUIET))) {
            outage = null;
            LOG.log(
                    Level.INFO,
                    "The database answers again: it failed {0} times between {1} and {2}",
                    Long.toString(before.failures),
                    before.since,
                    before.last);
        }
    }

    /** No message, which may hold values. */
    private static String said(SQLException e) {
        return "SQLSTATE " + e.getSQLState() + ", " + e.getClass().getSimpleName();
    }
}
