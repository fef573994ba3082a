package dev.chartroom.adapters.catalogue;

import dev.chartroom.adapters.catalogue.Boundary.RefusedException;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.domain.kind.ApplicationKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Runs reads and writes. All replicas together run one write at a time. Thread-safe. */
record CatalogueTransactions(CatalogueServer server, ReadWriteLock making) {
    /** The maximum wait for other reads and writes of this process. The deadline of a request can shorten it. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    interface Read<T> {
        T on(Connection connection) throws SQLException;
    }

    interface Write {
        void on(Connection connection) throws SQLException, RefusedException;
    }

    CatalogueTransactions(CatalogueServer server) {
        this(server, new ReentrantReadWriteLock());
    }

    /** Reads. Waits while an object is made, because making a database takes two transactions. */
    <T> T read(ApplicationKind kind, Read<T> read) throws SQLException {
        Lock readLock = making.readLock();
        take(readLock, kind, "get");
        try (Connection connection = server.connect()) {
            return read.on(connection);
        } finally {
            readLock.unlock();
        }
    }

    /** @param isMaking true if reads must wait until the write is committed */
    void write(ApplicationKind kind, boolean isMaking, Write write) throws SQLException, RefusedException {
        try (Connection connection = server.connect()) {
            connection.setAutoCommit(false);
            // Other clients, such as psql, wait only if they write the same row.
            ObjectTable.lock(connection);
            Lock writing = isMaking ? making.writeLock() : making.readLock();
            take(writing, kind, "write");
            try {
                write.on(connection);
                connection.commit();
            } finally {
                writing.unlock();
            }
        }
    }

    /**
     * Executes statements that Postgres does not allow in a transaction. The transaction of the write keeps its lock
     * meanwhile.
     */
    void executeOutside(List<String> statements) throws SQLException {
        try (Connection other = server.connect()) {
            Sql.execute(other, statements);
        }
    }

    private static void take(Lock lock, ApplicationKind kind, String operation) {
        try {
            Duration longest = RequestDeadline.current().remainingUpTo(LONGEST);
            if (lock.tryLock(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new ApiException(ApiError.serverTimeout(kind.groupResource(), operation));
    }
}
