package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.CIDR;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.IP;

import dev.chartroom.adapters.cel.type.CidrBlock;
import dev.chartroom.adapters.cel.type.IpAddressValue;
import dev.chartroom.adapters.cel.type.IpParser;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.apimachinery.go.GoText;
import java.util.function.Function;
import java.util.function.Predicate;

/** Kubernetes' library for IP addresses and networks. */
public final class Addresses {
    private static final String NO_NETWORK = "network address parse error during conversion from string: ";

    private Addresses() {}

    public static Library library() {
        Library library = new Library()
                .global("ip", "string_to_ip", a -> ip(a[0]), IP, STRING)
                .member("ip", "cidr_ip", a -> cidr(a[0]).address(), IP, CIDR)
                .global("isIP", "is_ip", a -> isValid(a[0], Addresses::ip), BOOL, STRING)
                .global(
                        "ip.isCanonical",
                        "ip_is_canonical",
                        a -> ip(a[0]).toString().equals(a[0]),
                        BOOL,
                        STRING)
                .global("string", "ip_to_string", a -> a[0].toString(), STRING, IP)
                .member("family", "ip_family", a -> ip(a[0]).isV4() ? 4L : 6L, INT, IP)
                .global("cidr", "string_to_cidr", a -> cidr(a[0]), CIDR, STRING)
                .global("isCIDR", "is_cidr", a -> isValid(a[0], Addresses::cidr), BOOL, STRING)
                .global("string", "cidr_to_string", a -> a[0].toString(), STRING, CIDR)
                .member("containsIP", "cidr_contains_ip_string", a -> cidr(a[0]).contains(ip(a[1])), BOOL, CIDR, STRING)
                .member("containsIP", "cidr_contains_ip_ip", a -> cidr(a[0]).contains(ip(a[1])), BOOL, CIDR, IP)
                .member(
                        "containsCIDR",
                        "cidr_contains_cidr_string",
                        a -> cidr(a[0]).contains(cidr(a[1])),
                        BOOL,
                        CIDR,
                        STRING)
                .member("containsCIDR", "cidr_contains_cidr", a -> cidr(a[0]).contains(cidr(a[1])), BOOL, CIDR, CIDR)
                .member(
                        "prefixLength",
                        "cidr_prefix_length",
                        a -> (long) cidr(a[0]).bits(),
                        INT,
                        CIDR)
                .member("masked", "cidr_masked", a -> cidr(a[0]).masked(), CIDR, CIDR);
        addPredicate(library, "isUnspecified", "ip_is_unspecified", IpAddressValue::isUnspecified);
        addPredicate(library, "isLoopback", "ip_is_loopback", IpAddressValue::isLoopback);
        addPredicate(
                library, "isLinkLocalMulticast", "ip_is_link_local_multicast", IpAddressValue::isLinkLocalMulticast);
        addPredicate(library, "isLinkLocalUnicast", "ip_is_link_local_unicast", IpAddressValue::isLinkLocalUnicast);
        addPredicate(library, "isGlobalUnicast", "ip_is_global_unicast", IpAddressValue::isGlobalUnicast);
        return library;
    }

    private static void addPredicate(Library library, String name, String overload, Predicate<IpAddressValue> test) {
        library.member(name, overload, a -> test.test(ip(a[0])), BOOL, IP);
    }

    private static boolean isValid(Object text, Function<Object, Object> parse) {
        try {
            return parse.apply(text) != null;
        } catch (CelFailure _) {
            return false;
        }
    }

    private static IpAddressValue ip(Object value) {
        if (value instanceof IpAddressValue address) {
            return address;
        }
        String text = (String) value;
        IpAddressValue address;
        try {
            address = IpParser.parse(text);
        } catch (CelFailure e) {
            throw new CelFailure("IP Address " + GoText.quote(text) + " parse error during conversion from string: "
                    + e.getMessage());
        }
        if (!address.zone().isEmpty()) {
            throw new CelFailure("IP address " + GoText.quote(text) + " with zone value is not allowed");
        }
        if (address.isMappedV4()) {
            throw new CelFailure("IPv4-mapped IPv6 address " + GoText.quote(text) + " is not allowed");
        }
        return address;
    }

    private static CidrBlock cidr(Object value) {
        if (value instanceof CidrBlock block) {
            return block;
        }
        String text = (String) value;
        CidrBlock block;
        try {
            block = CidrBlock.parse(text);
        } catch (CelFailure e) {
            // Upstream repeats the prefix, too.
            throw new CelFailure(NO_NETWORK + NO_NETWORK + e.getMessage());
        }
        if (block.address().isMappedV4()) {
            throw new CelFailure(NO_NETWORK + "IPv4-mapped IPv6 address " + GoText.quote(text) + " is not allowed");
        }
        return block;
    }
}
