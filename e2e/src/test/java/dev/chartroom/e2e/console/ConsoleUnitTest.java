package dev.chartroom.e2e.console;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tests of the console and of its form that need no server and no browser. */
class ConsoleUnitTest {
    @BeforeAll
    static void requireNpm() throws IOException, InterruptedException {
        BrowserTests.requireNpm();
    }

    @Test
    void allUnitTestsPass() throws IOException, InterruptedException {
        BrowserTests.runUnitTests();
    }
}
