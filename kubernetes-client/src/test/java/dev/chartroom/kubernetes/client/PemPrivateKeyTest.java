package dev.chartroom.kubernetes.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemPrivateKeyTest {

    @ParameterizedTest
    @CsvSource({"RSA, 2048", "EC, secp256r1", "EC, secp384r1", "EC, secp521r1", "EdDSA, Ed25519"})
    void pkcs8IsRead(String algorithm, String size) throws GeneralSecurityException, IOException {
        PrivateKey key = pair(algorithm, size).getPrivate();

        assertThat(PemPrivateKey.read(pem(new JcaPKCS8Generator(key, null)))).isEqualTo(key);
    }

    @Test
    void pkcs1IsRead() throws GeneralSecurityException, IOException {
        PrivateKey key = pair("RSA", "2048").getPrivate();
        String pem = pem(new JcaMiscPEMGenerator(key));

        assertThat(pem).startsWith("-----BEGIN RSA PRIVATE KEY-----");
        assertThat(PemPrivateKey.read(pem)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
    void sec1IsReadWithOrWithoutThePublicKey(String curve) throws GeneralSecurityException, IOException {
        KeyPair pair = pair("EC", curve);

        assertThat(secret(PemPrivateKey.read(pem(sec1(pair, false))))).isEqualTo(secret(pair.getPrivate()));
        assertThat(secret(PemPrivateKey.read(pem(sec1(pair, true))))).isEqualTo(secret(pair.getPrivate()));
    }

    @Test
    void textAndOtherBlocksBeforeTheKeyAreSkipped() throws GeneralSecurityException, IOException {
        KeyPair pair = pair("EC", "secp256r1");
        String before =
                "of the server\r\n-----BEGIN EC PARAMETERS-----\r\nBggqhkjOPQMBBw==\r\n-----END EC PARAMETERS-----\r\n";
        String pem = pem(sec1(pair, true)).replace("\n", "\r\n");

        assertThat(secret(PemPrivateKey.read(before + pem))).isEqualTo(secret(pair.getPrivate()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-----BEGIN PRIVATE KEY-----\n",
                "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
                "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY-----\nMAAA\n-----END PRIVATE KEY-----",
                "-----BEGIN EC PRIVATE KEY-----\n\n-----END EC PRIVATE KEY-----",
                "-----BEGIN EC PRIVATE KEY-----\nMAA=\n-----END EC PRIVATE KEY-----",
                "-----BEGIN EC PRIVATE KEY-----\nMIT//////w==\n-----END EC PRIVATE KEY-----",
                "-----BEGIN EC PRIVATE KEY-----\nMICAgICAgICAgICAgICAgA==\n-----END EC PRIVATE KEY-----",
                "-----BEGIN EC PRIVATE KEY-----\nMAoEgAQABIAEAASABAA=\n-----END EC PRIVATE KEY-----",
                "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----",
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----",
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----"
            })
    void invalidKeyIsRejected(String pem) {
        assertThatThrownBy(() -> PemPrivateKey.read(pem)).isInstanceOf(GeneralSecurityException.class);
    }

    @Test
    void truncatedKeyIsRejected() throws GeneralSecurityException, IOException {
        byte[] whole = sec1(pair("EC", "secp384r1"), true).getContent();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            String pem = "-----BEGIN EC PRIVATE KEY-----\n"
                    + Base64.getEncoder().encodeToString(part) + "\n-----END EC PRIVATE KEY-----\n";

            assertThatThrownBy(() -> PemPrivateKey.read(pem)).isInstanceOf(InvalidKeyException.class);
        }
    }

    /** Returns the secret number, because keys are equal only if they have the same encoding. */
    private static BigInteger secret(PrivateKey key) {
        return ((ECPrivateKey) key).getS();
    }

    /** Encodes a key as OpenSSL does. */
    private static PemObject sec1(KeyPair pair, boolean withPublicKey) throws IOException {
        var publicKey = SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded());
        BigInteger secret = ((ECPrivateKey) pair.getPrivate()).getS();
        int bits = ((ECPrivateKey) pair.getPrivate()).getParams().getOrder().bitLength();
        var curve = publicKey.getAlgorithm().getParameters();
        var key = withPublicKey
                ? new org.bouncycastle.asn1.sec.ECPrivateKey(
                        bits,
                        secret,
                        new DERBitString(publicKey.getPublicKeyData().getBytes()),
                        curve)
                : new org.bouncycastle.asn1.sec.ECPrivateKey(bits, secret, curve);
        return new PemObject("EC PRIVATE KEY", key.getEncoded());
    }

    private static KeyPair pair(String algorithm, String size) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm.equals("EdDSA") ? size : algorithm);
        if (algorithm.equals("RSA")) {
            generator.initialize(Integer.parseInt(size));
        } else if (algorithm.equals("EC")) {
            generator.initialize(new ECGenParameterSpec(size));
        }
        return generator.generateKeyPair();
    }

    private static String pem(PemObjectGenerator key) throws IOException {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(key);
        }
        return text.toString();
    }
}
