package dev.chartroom.core.subresource;

import dev.chartroom.core.request.Permit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A log that holds a permit until it is closed. */
final class LimitedLog implements ApplicationLog {
    private final Permit permit;
    private final ApplicationLog log;

    /** Opens the log. Gives the permit back if that fails. */
    LimitedLog(Permit permit, Supplier<ApplicationLog> opening) {
        this.permit = permit;
        boolean opened = false;
        try {
            this.log = opening.get();
            opened = true;
        } finally {
            if (!opened) {
                permit.close();
            }
        }
    }

    @Override
    public byte @Nullable [] next() throws InterruptedException {
        return log.next();
    }

    @Override
    public boolean isIdle() {
        return log.isIdle();
    }

    @Override
    public void cancel() {
        log.cancel();
    }

    @Override
    public void close() {
        try {
            log.close();
        } finally {
            permit.close();
        }
    }
}
