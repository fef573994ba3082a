package dev.chartroom.kubernetes.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads private keys in PEM (RFC 7468) in the three forms that kubeconfigs and Secrets use. The JDK supports only one
 * of these forms. A library that supports all three would take a quarter of the program's start time.
 */
public final class PemPrivateKey {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----(.*?)-----END \\1PRIVATE KEY-----", Pattern.DOTALL);
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    /** The maximum length of a key, in characters. Even a key of 32,768 bits is shorter. */
    private static final int LONGEST = 64_000;

    private static final int INTEGER = 0x02;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int SEQUENCE = 0x30;
    /** The tag of the parameters in a SEC 1 key. The parameters are a curve. */
    private static final int PARAMETERS = 0xA0;

    private static final byte[] VERSION_0 = der(INTEGER, new byte[] {0});
    /** 1.2.840.113549.1.1.1, rsaEncryption, whose parameters are NULL (RFC 8017, A.1). */
    private static final byte[] RSA = {6, 9, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 1, 1, 1, 5, 0};
    /** 1.2.840.10045.2.1, ecPublicKey, whose parameters are the curve (RFC 5480, 2.1.1). */
    private static final byte[] EC = {6, 7, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 2, 1};

    private PemPrivateKey() {}

    /**
     * Reads the first private key of a text. The key must be unencrypted, and have the form PKCS#8 (RFC 5958), PKCS#1
     * (RFC 8017) or SEC 1 (RFC 5915).
     *
     * @throws GeneralSecurityException if the text contains no private key, or if the key cannot be read
     */
    public static PrivateKey read(String pem) throws GeneralSecurityException {
        Matcher block = BLOCK.matcher(pem);
        if (!block.find()) {
            throw new InvalidKeyException("there is no private key");
        }
        byte[] der = decoded(block.group(2));
        return switch (block.group(1).strip()) {
            case "" -> key(der);
            case "RSA" -> key(pkcs8(RSA, der));
            case "EC" -> key(pkcs8(concat(EC, curve(der)), der));
            case String form -> throw new InvalidKeyException("private keys of form " + form + " are not supported");
        };
    }

    private static byte[] decoded(String base64) throws InvalidKeyException {
        if (base64.length() > LONGEST) {
            throw new InvalidKeyException("the private key is too long");
        }
        if (base64.contains("ENCRYPTED")) {
            throw new InvalidKeyException("encrypted private keys are not supported");
        }
        try {
            return Base64.getDecoder().decode(base64.replaceAll("\\s", "").getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            throw new InvalidKeyException("the private key is not valid Base64", e);
        }
    }

    private static PrivateKey key(byte[] pkcs8) throws GeneralSecurityException {
        GeneralSecurityException failure =
                new InvalidKeyException("the private key is damaged or has an unsupported algorithm");
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException e) {
                failure.addSuppressed(e);
            }
        }
        throw failure;
    }

    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return der(SEQUENCE, concat(VERSION_0, der(SEQUENCE, algorithm), der(OCTET_STRING, key)));
    }

    /**
     * Returns the curve of an {@code ECPrivateKey}, whose members are a version, the key, the curve and the public key.
     */
    private static byte[] curve(byte[] key) throws InvalidKeyException {
        try {
            int at = content(key, 0);
            while (at < key.length) {
                int begin = content(key, at);
                int end = begin + length(key, at);
                if (end <= at || end > key.length) {
                    throw new IndexOutOfBoundsException(end);
                }
                if ((key[at] & 0xFF) == PARAMETERS && key[begin] == OBJECT_IDENTIFIER) {
                    return Arrays.copyOfRange(key, begin, end);
                }
                at = end;
            }
        } catch (IndexOutOfBoundsException e) {
            throw new InvalidKeyException("the private key is cut off", e);
        }
        throw new InvalidKeyException("the private key names no curve");
    }

    /** Returns the index at which the content of an element begins. */
    private static int content(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7F);
    }

    private static int length(byte[] der, int at) {
        int length = 0;
        int begin = content(der, at);
        if (begin == at + 2) {
            if (der[at + 1] < 0) {
                throw new IndexOutOfBoundsException("the length is indefinite");
            }
            return der[at + 1];
        }
        for (int i = at + 2; i < begin; i++) {
            length = length << 8 | der[i] & 0xFF;
        }
        if (length < 0) {
            throw new IndexOutOfBoundsException("the length is too large");
        }
        return length;
    }

    private static byte[] der(int tag, byte[] content) {
        int length = content.length;
        byte[] head = length < 0x80
                ? new byte[] {(byte) tag, (byte) length}
                : length < 0x100
                        ? new byte[] {(byte) tag, (byte) 0x81, (byte) length}
                        : new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
        return concat(head, content);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
