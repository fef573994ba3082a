package dev.chartroom.bootstrap.doctor;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.installation.ClusterReader;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import java.util.List;
import java.util.Optional;

/**
 * The Deployment of Flux's helm-controller.
 *
 * @param container the index of its container in the pod
 */
record HelmController(JsonObject deployment, int container) {
    private static final String NAME = "helm-controller";

    /** Returns the controller of a cluster, in any namespace; empty if there is none. */
    static Optional<HelmController> of(ClusterReader cluster) {
        return cluster.list("/apis/apps/v1/deployments").stream()
                .flatMap(deployment -> of(deployment).stream())
                .findFirst();
    }

    private static Optional<HelmController> of(JsonObject deployment) {
        List<JsonObject> containers = containers(deployment);
        for (int i = 0; i < containers.size(); i++) {
            if (containers.get(i).stringOrEmpty("image").matches("(.*/)?" + NAME + "([:@].*)?")) {
                return Optional.of(new HelmController(deployment, i));
            }
        }
        return Optional.empty();
    }

    private static List<JsonObject> containers(JsonObject deployment) {
        return deployment
                .objectOrEmpty("spec")
                .objectOrEmpty("template")
                .objectOrEmpty("spec")
                .arrayOrEmpty("containers")
                .objects();
    }

    String namespace() {
        return deployment.objectOrEmpty("metadata").stringOrEmpty("namespace");
    }

    String name() {
        return Installation.name(deployment);
    }

    boolean isAvailable() {
        return Deployed.number(deployment.objectOrEmpty("status"), "availableReplicas", 0) > 0;
    }

    List<String> arguments() {
        return containers(deployment).get(container).arrayOrEmpty("args").strings();
    }

    /** Returns the position of a flag among the arguments; -1 if it is absent. */
    int position(String flag) {
        List<String> arguments = arguments();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).equals(flag) || arguments.get(i).startsWith(flag + "=")) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the value of a flag; empty if the flag is absent, and for a flag without a value. */
    String value(String flag) {
        int position = position(flag);
        return position < 0 || !arguments().get(position).contains("=")
                ? ""
                : arguments().get(position).substring(flag.length() + 1);
    }

    /** Returns the command that removes a flag. It fails if the arguments have changed since. */
    String withoutFlag(String flag, RemedyCommands remedies) {
        int position = position(flag);
        String path = "/spec/template/spec/containers/" + container + "/args/" + position;
        return remedies.kubectl("-n " + namespace() + " patch deployment " + name() + " --type=json -p "
                + RemedyCommands.quoted("[{\"op\":\"test\",\"path\":\"" + path + "\",\"value\":\""
                        + arguments().get(position) + "\"},{\"op\":\"remove\",\"path\":\"" + path + "\"}]"));
    }
}
