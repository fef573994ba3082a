package dev.chartroom.bootstrap.dev;

import dev.chartroom.adapters.http.console.BrowserOrigin;
import dev.chartroom.adapters.http.console.Console;
import dev.chartroom.adapters.http.console.ConsoleFiles;
import dev.chartroom.adapters.http.console.OneTimeLogin;
import dev.chartroom.bootstrap.config.ConfigException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The console of dev mode. It listens on a port of its own, because the port of the API asks browsers for certificates, and over
 * plain HTTP, which browsers accept on loopback.
 */
public final class DevConsole {
    /** How long a printed URL logs in. */
    public static final Duration VALIDITY = Duration.ofMinutes(1);

    private final InetSocketAddress address;
    private final ConsoleFiles files;
    private final OneTimeLogin login;
    private final AtomicInteger port = new AtomicInteger();

    private DevConsole(InetSocketAddress address, ConsoleFiles files, OneTimeLogin login) {
        this.address = address;
        this.files = files;
        this.login = login;
    }

    /**
     * Prepares the console.
     *
     * @param port 0 for any free port
     * @return empty if the program was built without a console
     * @throws ConfigException if the port is not from 0 to 65535
     */
    public static Optional<DevConsole> prepare(DevMode dev, int port) {
        if (port < 0 || port > 65_535) {
            throw new ConfigException("--console-port: must be from 0 to 65535, not " + port);
        }
        return ConsoleFiles.onClassPath()
                .map(files -> new DevConsole(
                        new InetSocketAddress(dev.address().getAddress(), port),
                        files,
                        new OneTimeLogin(dev.token(), VALIDITY, System::nanoTime)));
    }

    /** Returns the console for the server. */
    public Console console() {
        return new Console(
                address,
                Optional.empty(),
                files,
                () -> BrowserOrigin.ofLoopback(address.getAddress(), port.get()),
                Optional.of(login),
                Optional.empty(),
                Optional.empty());
    }

    /** Sets the port, which is known once the server listens. No request is allowed before. */
    public void listensOn(int actual) {
        port.set(actual);
    }

    /** Returns a URL that logs in once, for a minute. A browser keeps its fragment to itself. */
    public String loginUrl() {
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port.get() + "/console#code="
                + login.issue();
    }
}
