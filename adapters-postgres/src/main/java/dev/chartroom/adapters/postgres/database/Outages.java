package dev.chartroom.adapters.postgres.database;

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
public final class Outages {
    static final Duration QUIET = Duration.ofSeconds(5);
    static final Duration REMINDER = Duration.ofMinutes(1);
    private static final System.Logger LOG = System.getLogger(Outages.class.getName());

    private final Clock clock;
    private volatile @Nullable Outage outage;

    /**
     * The current outage.
     *
     * @param last the time of the last failure
     * @param logged the time of the last log message
     */
    private record Outage(Instant since, Instant last, Instant logged, long failures) {}

    public Outages(Clock clock) {
        this.clock = clock;
    }

    /** Records a failure of the server or of the connection. */
    public synchronized void failed(SQLException e) {
        Instant now = clock.instant();
        Outage before = outage;
        if (before == null) {
            outage = new Outage(now, now, now, 1);
            LOG.log(Level.WARNING, "A call to the database failed: {0}", summary(e));
            return;
        }
        boolean isLogged = now.isBefore(before.logged.plus(REMINDER));
        outage = new Outage(before.since, now, isLogged ? before.logged : now, before.failures + 1);
        if (!isLogged) {
            LOG.log(
                    Level.WARNING,
                    "Calls to the database have failed since {0}, {1} times so far: {2}",
                    before.since,
                    Long.toString(before.failures + 1),
                    summary(e));
        }
    }

    /** Records a successful call. */
    public void answered() {
        if (outage != null) {
            endIfQuiet();
        }
    }

    private synchronized void endIfQuiet() {
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
    private static String summary(SQLException e) {
        return "SQLSTATE " + e.getSQLState() + ", " + e.getClass().getSimpleName();
    }
}
