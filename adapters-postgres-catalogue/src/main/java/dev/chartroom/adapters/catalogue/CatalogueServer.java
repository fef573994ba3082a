package dev.chartroom.adapters.catalogue;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connects to a server. Its version must be supported, and Chartroom must own its {@link ObjectTable}. Thread-safe. */
final class CatalogueServer {
    private static final System.Logger LOG = System.getLogger(CatalogueServer.class.getName());
    /** In earlier versions, a role with CREATEROLE may grant all roles but superusers. */
    private static final int OLDEST = 16;

    private final DataSource server;
    private volatile boolean isPrepared;
    private volatile @Nullable String problem;

    CatalogueServer(DataSource server) {
        this.server = server;
    }

    /**
     * Connects, and creates the table if it does not exist.
     *
     * @throws ApiException ServiceUnavailable if the server is too old
     */
    Connection connect() throws SQLException {
        Connection connection = server.getConnection();
        try {
            requireVersion(connection);
            if (!isPrepared) {
                ObjectTable.prepare(connection);
                isPrepared = true;
            }
            problem = null;
            return connection;
        } catch (SQLException e) {
            connection.close();
            setProblem(CatalogueErrors.of(e).getMessage());
            throw e;
        } catch (ApiException e) {
            connection.close();
            setProblem(e.getMessage());
            throw e;
        }
    }

    /**
     * Returns why the last attempt to connect failed; empty if it succeeded or there was no attempt. After a failure,
     * the kinds are not served.
     */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    private static void requireVersion(Connection connection) throws SQLException {
        if (connection.getMetaData().getDatabaseMajorVersion() < OLDEST) {
            throw new ApiException(ApiError.unavailable("PostgreSQL " + OLDEST + " or newer is needed, the server has "
                    + connection.getMetaData().getDatabaseProductVersion()));
        }
    }

    private void setProblem(@Nullable String why) {
        if (why != null && !why.equals(problem)) {
            LOG.log(System.Logger.Level.WARNING, "The kinds of the PostgreSQL server are not served: {0}", why);
        }
        problem = why;
    }
}
