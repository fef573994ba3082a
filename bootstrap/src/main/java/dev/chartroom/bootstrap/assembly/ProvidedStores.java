package dev.chartroom.bootstrap.assembly;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.core.store.ApplicationStoreProvider;
import dev.chartroom.ports.storage.ApplicationStore;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Opens the stores whose providers are in other jars on the class path. */
final class ProvidedStores {
    private ProvidedStores() {}

    /**
     * Opens a store.
     *
     * @throws ConfigException if no jar has a provider of this name, or the provider rejects the settings
     */
    static ApplicationStore open(String name, JsonObject settings, ApplicationStoreProvider.Context context) {
        ServiceLoader<ApplicationStoreProvider> providers = ServiceLoader.load(ApplicationStoreProvider.class);
        ApplicationStoreProvider provider = providers.stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ConfigException("stores.provided." + name
                        + ": no jar on the class path provides this store; found: " + names(providers)));
        try {
            return provider.open(settings, context);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("stores.provided." + name + ": " + e.getMessage());
        }
    }

    private static String names(ServiceLoader<ApplicationStoreProvider> providers) {
        String names = providers.stream()
                .map(found -> found.get().name())
                .collect(Collectors.toCollection(TreeSet::new))
                .toString();
        return names.equals("[]") ? "none" : names;
    }
}
