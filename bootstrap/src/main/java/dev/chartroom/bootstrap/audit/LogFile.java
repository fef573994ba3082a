package dev.chartroom.bootstrap.audit;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A destination of lines. Used by one thread. */
interface LogFile {
    /** Appends a line, which may remain in a buffer. */
    void write(byte[] line) throws IOException;

    /** Writes the buffer. */
    void flush() throws IOException;

    /** Closes the file, also after a failed write. The next write opens it again. */
    void close() throws IOException;

    /** Standard output, which stays open. */
    record StandardOutput(OutputStream out) implements LogFile {
        StandardOutput() {
            // Not System.out, which does not report write errors.
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
