package dev.chartroom.bootstrap.audit;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Where lines are written. To be used by one thread. */
interface LogFile {
    /** Adds a line; it may stay in a buffer. */
    void write(byte[] line) throws IOException;

    /** Writes what is in the buffer. */
    void flush() throws IOException;

    /** Gives the file back, after a write that failed as well; the next write opens it again. */
    void close() throws IOException;

    /** Standard output, which stays open. */
    record StandardOutput(OutputStream out) implements LogFile {
        StandardOutput() {
            // Not System.out, which keeps to itself what fails.
            this(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        }

        @Override
        public void write(byte[] line) throws IOException {
            out.write(line);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.flush();
        }
    }
}
