package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERBMPString;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERIA5String;
import org.bouncycastle.asn1.DERPrintableString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.junit.jupiter.api.Test;

class CertificateSubjectTest {
    private static final ASN1ObjectIdentifier UID = new ASN1ObjectIdentifier("1.3.6.1.4.1.57683.2");
    private static final String ALPHABET = "ab Z09,+\"\\<>;=#:/@ü€\u0000\n\t'*𝄞";

    @Test
    void attributesAreReadInTheOrderOfTheCertificate() {
        assertThat(subject(new X500NameBuilder()
                        .addRDN(BCStyle.O, "ops")
                        .addRDN(BCStyle.O, "system:masters")
                        .addRDN(BCStyle.OU, "not a group")
                        .addRDN(UID, new DERUTF8String("1234"))
                        .addRDN(BCStyle.CN, "jane")))
                .isEqualTo(new CertificateSubject("jane", List.of("ops", "system:masters"), "1234"));
    }

    @Test
    void lastCommonNameAndFirstUidAreUsed() {
        assertThat(subject(new X500NameBuilder()
                        .addRDN(BCStyle.CN, "first")
                        .addRDN(BCStyle.CN, "last")
                        .addRDN(UID, new DERUTF8String("1"))
                        .addRDN(UID, new DERUTF8String("2"))))
                .isEqualTo(new CertificateSubject("last", List.of(), "1"));
    }

    @Test
    void emptySubjectHasNoAttributes() {
        assertThat(subject(new X500NameBuilder())).isEqualTo(new CertificateSubject("", List.of(), ""));
    }

    @Test
    void everyAttributeOfAMultiValuedRelativeNameIsRead() {
        X500NameBuilder name = new X500NameBuilder().addMultiValuedRDN(new AttributeTypeAndValue[] {
            attribute(BCStyle.O, new DERUTF8String("a")),
            attribute(BCStyle.O, new DERUTF8String("b")),
            attribute(BCStyle.CN, new DERUTF8String("jane"))
        });
        assertThat(subject(name)).isEqualTo(new CertificateSubject("jane", List.of("a", "b"), ""));
    }

    @Test
    void onlyValuesOfStringTypesAreRead() {
        assertThat(subject(new X500NameBuilder()
                        .addRDN(BCStyle.O, new DERPrintableString("printable"))
                        .addRDN(BCStyle.O, new DERIA5String("ia5"))
                        .addRDN(BCStyle.O, new DERBMPString("bmp"))
                        .addRDN(BCStyle.O, new DERBitString(new byte[] {1}))
                        .addRDN(BCStyle.CN, "jane")))
                .isEqualTo(new CertificateSubject("jane", List.of("printable", "ia5", "bmp"), ""));
    }

    @Test
    void separatorsInAValueAreNotInterpreted() {
        assertThat(subject(new X500NameBuilder().addRDN(BCStyle.CN, "jane,O=system:masters+O=x")))
                .isEqualTo(new CertificateSubject("jane,O=system:masters+O=x", List.of(), ""));
    }

    @Test
    void randomSubjectsAreReadAsTheyWereWritten() {
        SplittableRandom random = new SplittableRandom(20260601);
        for (int i = 0; i < 2000; i++) {
            String name = text(random);
            String uid = text(random);
            List<String> organizations = new ArrayList<>();
            X500NameBuilder builder = new X500NameBuilder();
            for (int j = random.nextInt(4); j > 0; j--) {
                organizations.add(text(random));
                builder.addRDN(BCStyle.O, new DERUTF8String(organizations.getLast()));
            }
            builder.addRDN(BCStyle.CN, new DERUTF8String(name)).addRDN(UID, new DERUTF8String(uid));
            assertThat(subject(builder)).isEqualTo(new CertificateSubject(name, organizations, uid));
        }
    }

    private static String text(SplittableRandom random) {
        int[] symbols = ALPHABET.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.appendCodePoint(symbols[random.nextInt(symbols.length)]);
        }
        return text.toString();
    }

    private static AttributeTypeAndValue attribute(ASN1ObjectIdentifier type, ASN1Encodable value) {
        return new AttributeTypeAndValue(type, value);
    }

    private static CertificateSubject subject(X500NameBuilder name) {
        try {
            return CertificateSubject.of(new X500Principal(name.build().getEncoded()));
        } catch (IOException | CertificateException e) {
            throw new AssertionError(e);
        }
    }
}
