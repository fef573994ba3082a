package dev.chartroom.bootstrap.assembly;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.core.store.ApplicationStoreProvider;
import dev.chartroom.ports.storage.ApplicationStore;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Opens the stores whose providers are in other jars on the class path. */
final class ProvidedStores {
    private ProvidedStores() {}

    /**
     * Opens a store.
     *
     * @throws ConfigException if no jar or more than one jar has a provider of this name, if a provider cannot be
     *     loaded, or if the provider rejects the settings
     */
    static ApplicationStore open(String name, JsonObject settings, ApplicationStoreProvider.Context context) {
        String field = "stores.provided." + name + ": ";
        try {
            List<ApplicationStoreProvider> providers = ServiceLoader.load(ApplicationStoreProvider.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
            List<ApplicationStoreProvider> named = providers.stream()
                    .filter(provider -> provider.name().equals(name))
                    .toList();
            if (named.size() != 1) {
                throw new ConfigException(field
                        + (named.isEmpty() ? "no jar" : "more than one jar")
                        + " on the class path provides this store; found: " + names(providers));
            }
            return named.getFirst().open(settings, context);
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new ConfigException(field + "a provider on the class path cannot be loaded: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new ConfigException(field + e.getMessage());
        }
    }

    private static String names(List<ApplicationStoreProvider> providers) {
        return providers.isEmpty()
                ? "none"
                : providers.stream()
                        .map(ApplicationStoreProvider::name)
                        .sorted()
                        .collect(Collectors.joining(", "));
    }
}
