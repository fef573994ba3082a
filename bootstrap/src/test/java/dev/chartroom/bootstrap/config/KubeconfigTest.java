package dev.chartroom.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubeconfigTest {
    private static final Path HOME = Path.of("home");

    @Test
    void optionPrecedesEnvironmentAndEnvironmentPrecedesHome() {
        Map<String, String> environment = Map.of("KUBECONFIG", File.pathSeparator + "a" + File.pathSeparator + "b");

        assertThat(Kubeconfig.find(Path.of("given"), environment, HOME)).isEqualTo(Path.of("given"));
        assertThat(Kubeconfig.find(null, environment, HOME)).isEqualTo(Path.of("a"));
        assertThat(Kubeconfig.find(null, Map.of("KUBECONFIG", ""), HOME)).isEqualTo(HOME.resolve(".kube/config"));
        assertThat(Kubeconfig.find(null, Map.of(), HOME)).isEqualTo(HOME.resolve(".kube/config"));
    }
}
