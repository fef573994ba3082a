package dev.chartroom.bootstrap.command;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.apiservice.ServiceRegistrations;
import dev.chartroom.bootstrap.assembly.Cluster;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chartroom unregister}. */
@Command(
        name = "unregister",
        description = {
            "Deletes the APIServices that refer to the Service of the servers. Run it before you uninstall the servers:",
            "while a registered server is down, no namespace can be deleted. Objects stay."
        },
        exitCodeListHeading = "Exit status:%n",
        exitCodeList = {
            "0:no APIService refers to the Service",
            "1:the deletion of an APIService waits for a finalizer",
            "2:the command line is invalid, or the cluster does not answer or refuses the deletion"
        },
        mixinStandardHelpOptions = true)
final class UnregisterCommand extends InstallationCommand {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "GROUP", description = "Only these API groups (all groups).")
    private List<String> groups = List.of();

    @Override
    public Integer call() {
        ServiceRegistrations registrations =
                new ServiceRegistrations(Cluster.of(kubeconfig()).http(), JacksonCodec.ofStored(), service());
        Set<String> selected = Set.copyOf(groups);
        PrintWriter out = spec.commandLine().getOut();
        List<String> names = registrations.names(selected);
        if (names.isEmpty()) {
            out.println("no APIService refers to the Service " + service().key());
        }
        for (String name : names) {
            registrations.delete(name);
            out.println("APIService " + name + ": deleted");
        }
        List<String> left = names.isEmpty() ? List.of() : registrations.names(selected);
        left.forEach(name -> spec.commandLine()
                .getErr()
                .println("chartroom: the APIService " + name + " is being deleted, but has a finalizer"));
        return left.isEmpty() ? 0 : 1;
    }
}
