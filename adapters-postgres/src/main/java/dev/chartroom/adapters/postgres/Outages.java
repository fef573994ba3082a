package dev.chartroom.adapters.postgres;

import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Logs the start and the end of each outage of the database, and once a minute the number of failures. An outage ends
 * when the database answers after a few seconds without failures. Clients see the error in each response.
 */
final class Outages {
    static final Duration QUIET = Duration.ofSeconds(5);
    static final Duration REMINDER = Duration.ofMinutes(1);
    private static final System.Logger LOG = System.getLogger(Outages.class.getName());

    private final Clock clock;
    private volatile @Nullable Outage outage;

    /**
     * The current outage.
     *
     * @param last the time of the last failure
     * @param told the time of the last log message
     */
    private record Outage(Instant since, Instant last, Instant told, long failures) {}

    Outages(Clock clock) {
        this.clock = clock;
    }

    /** Records a failure of the server or of the connection. */
    synchronized void failed(SQLException e) {
        Instant now = clock.instant();
        Outage before = outage;
        if (before == null) {
            outage = new Outage(now, now, now, 1);
            LOG.log(Level.WARNING, "A call to the database failed: {0}", said(e));
            return;
        }
        boolean isTold = now.isBefore(before.told.plus(REMINDER));
        outage = new Outage(before.since, now, isTold ? before.told : now, before.failures + 1);
        if (!isTold) {
            LOG.log(
                    Level.WARNING,
                    "Calls to the database have failed since {0}, {1} times so far: {2}",
                    before.since,
                    Long.toString(before.failures + 1),
                    said(e));
        }
    }

    /** Records a successful call. */
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
                    "The database answers again; {0} calls failed between {1} and {2}",
                    Long.toString(before.failures),
                    before.since,
                    before.last);
        }
    }

    /** Omits the message, which may contain values. */
    private static String said(SQLException e) {
        return "SQLSTATE " + e.getSQLState() + ", " + e.getClass().getSimpleName();
    }
}
