// Prints at the end of a build how long its parts took. The root pom installs it before Maven builds the first module.
// It gets goals from Maven's events, tests from target/surefire-reports, and the tests' own measurements from
// target/build-facts.csv (see BuildFacts in the tests of ports).
import groovy.xml.XmlSlurper
import java.nio.file.Files
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ConcurrentLinkedQueue
import org.apache.maven.execution.AbstractExecutionListener
import org.apache.maven.execution.ExecutionEvent
import org.apache.maven.execution.ExecutionListener

class Goal {
    String module
    String name
    long millis
}

class BuildReport {
    static final int SLOWEST = 20
    static final Map<String, String> PARTS = [
        'toolchains': 'finding the JDK', 'enforcer': 'checking dependencies', 'resources': 'copying resources',
        'compiler': 'compiling', 'exec:spotless': 'checking the format',
        'exec:module-descriptor': 'packaging', 'jar': 'packaging', 'dependency': 'packaging',
        'surefire': 'running tests', 'gmavenplus': 'this report',
    ]

    File root
    long start
    final Collection<Goal> goals = new ConcurrentLinkedQueue<>()
    final Map<String, Long> running = new ConcurrentHashMap<>()

    void started(ExecutionEvent event) {
        running[key(event)] = System.currentTimeMillis()
    }

    void ended(ExecutionEvent event) {
        Long since = running.remove(key(event))
        if (since != null) {
            goals << new Goal(module: event.project.artifactId, name: part(event), millis: System.currentTimeMillis() - since)
        }
    }

    static String key(ExecutionEvent event) {
        event.project.artifactId + ' ' + event.mojoExecution
    }

    static String part(ExecutionEvent event) {
        String plugin = event.mojoExecution.artifactId - 'maven-' - '-maven-plugin' - '-plugin'
        PARTS["$plugin:${event.mojoExecution.executionId}" as String] ?: PARTS[plugin] ?: plugin
    }

    void print(List<File> modules) {
        long wall = System.currentTimeMillis() - start
        def suites = modules.collectMany { module -> suites(module) }
        def lines = ['', "Where the time went: ${time(wall)} in all; goals of modules that were built side by side add up to more"]
        goals.groupBy { it.name }.collectEntries { name, list -> [name, list*.millis.sum()] }.sort { -it.value }.each { name, millis ->
            if (millis >= 500) {
                lines << String.format('  %8s  %s', time(millis as long), name)
            }
        }
        modules.collectMany { facts(it) }.groupBy { it.part }.each { part, list ->
            lines << String.format('  %8s  of the tests: %s (%d)', time(list*.millis.sum() as long), part, list.size())
        }
        if (suites) {
            lines << ''
            lines << "Tests: ${suites.sum { it.tests }} run, ${suites.sum { it.failed }} failed, ${suites.sum { it.skipped }} skipped, in ${suites.size()} classes that took ${time(suites.sum { it.millis } as long)}"
            lines << "The $SLOWEST slowest classes"
            suites.sort { -it.millis }.take(SLOWEST).each {
                lines << String.format('  %8s  %-20s %s (%d)', time(it.millis as long), it.module, it.name, it.tests)
            }
            def idle = suites.findAll { it.reasons }
            if (idle) {
                lines << 'Skipped'
                idle.sort { it.name }.each { suite ->
                    suite.reasons.countBy { it }.each { reason, count ->
                        lines << "  $suite.module $suite.name: ${count >= suite.tests ? 'all tests' : "$count test(s)"}: $reason"
                    }
                }
            }
            // The failures come last, because a log that is cut keeps its end.
            def failures = suites.collectMany { suite -> suite.failures.collect { "  $suite.module $suite.name $it" } }
            if (failures) {
                lines << 'Failed'
                lines.addAll(failures.sort())
            }
        }
        println lines.join('\n') + '\n'
    }

    /** Returns the reports that this build wrote. Older reports are of classes that did not run. */
    List<Map> suites(File module) {
        def reports = new File(module, 'target/surefire-reports').listFiles({ File file -> file.name ==~ /TEST-.*\.xml/ && file.lastModified() >= start } as FileFilter)
        (reports ?: []).collect { File file ->
            def suite = new XmlSlurper().parse(file)
            def failed = suite.testcase.findAll { it.failure.size() + it.error.size() > 0 }
            [
                module: root.toPath().relativize(module.toPath()).toString(),
                name: suite.@name.text() - 'dev.chartroom.',
                millis: Math.round(new BigDecimal(suite.@time.text().replace(',', '')).doubleValue() * 1000),
                // Surefire's own counts leave out nested classes.
                tests: suite.testcase.size(),
                failed: failed.size(),
                failures: failed.collect { "${it.@name.text()}: ${message(it.failure.size() ? it.failure[0].text() : it.error[0].text())}" as String },
                skipped: suite.testcase.skipped.size(),
                reasons: suite.testcase.size() ? suite.testcase.skipped.collect { reason(it.@message.text(), it.text()) } : ['no test of it ran'],
            ]
        }
    }

    /** Returns the lines of a failure before its stack trace, as one line. */
    static String message(String text) {
        text.readLines()*.trim().takeWhile { !it.startsWith('at ') }.findAll().join(' ').take(1000)
    }

    /**
     * Returns the reason of a skipped test. Surefire writes the reason of a condition into the attribute, and that of an
     * assumption only into the text.
     */
    static String reason(String message, String text) {
        def assumption = text =~ /(?s)^[\w.]+Exception:\s+(?:Assumption failed: |assumption was not met due to: \[)?([^\n\]]+)/
        message.readLines().find() ?: (assumption ? assumption[0][1] : 'no reason given')
    }

    /** Returns the parts of the test runs of this build, with their milliseconds. */
    List<Map> facts(File module) {
        def file = new File(module, 'target/build-facts.csv')
        (file.exists() ? file.readLines() : [])*.split(',').findAll { (it[0] as long) >= start }.collect { [part: it[1], millis: it[2] as long] }
    }

    static String time(long millis) {
        long seconds = Math.round(millis / 1000d)
        seconds >= 60 ? String.format('%d:%02d', seconds.intdiv(60), seconds % 60) : String.format('%.1f s', millis / 1000d)
    }
}

/** Passes every event to the previous listener, and notifies the report of the events that it counts. */
class Recording implements java.lang.reflect.InvocationHandler {
    ExecutionListener previous
    BuildReport report

    @Override
    Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
        if (previous != null) {
            method.invoke(previous, arguments)
        }
        switch (method.name) {
            case 'mojoStarted': report.started(arguments[0]); break
            case ['mojoSucceeded', 'mojoFailed']: report.ended(arguments[0]); break
            case 'sessionEnded': report.print(arguments[0].session.projects*.basedir); break
        }
        null
    }
}

def report = new BuildReport(root: session.topLevelProject.basedir, start: session.startTime.time)
session.request.executionListener = java.lang.reflect.Proxy.newProxyInstance(
        ExecutionListener.classLoader, [ExecutionListener] as Class[],
        new Recording(previous: session.request.executionListener, report: report))
