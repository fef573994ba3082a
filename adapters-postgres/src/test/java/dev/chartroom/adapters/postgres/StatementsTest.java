package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Values reach the server only as parameters: the byte code prepares and executes only constants. A static final field
 * is a constant too, because it is set before any request.
 */
class StatementsTest {
    /** {@code prepare} is the program's own wrapper of {@code prepareStatement}. */
    private static final Set<String> TAKE_SQL = Set.of(
            "prepareStatement",
            "prepareCall",
            "execute",
            "executeQuery",
            "executeUpdate",
            "executeLargeUpdate",
            "addBatch",
            "prepare");

    @Test
    void everyStatementIsAConstant() throws Exception {
        Path classes = Path.of(Objects.requireNonNull(
                        PostgresStorage.class.getProtectionDomain().getCodeSource())
                .getLocation()
                .toURI());
        List<String> faults = new ArrayList<>();
        int checked = 0;
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                checked += check(ClassFile.of().parse(file), faults);
            }
        }
        assertThat(faults).isEmpty();
        assertThat(checked).as("statements").isGreaterThan(10);
    }

    @Test
    void checkFindsConcatenatedAndFormattedStatements() throws IOException {
        List<String> faults = new ArrayList<>();
        try (InputStream planted = Objects.requireNonNull(Planted.class.getResourceAsStream(
                Planted.class.getName().substring(Planted.class.getPackageName().length() + 1) + ".class"))) {
            check(ClassFile.of().parse(planted.readAllBytes()), faults);
        }
        assertThat(faults).hasSize(2);
    }

    /** Statements that the check must find. */
    static final class Planted {
        private Planted() {}

        static ResultSet concatenated(Statement statement, String name) throws SQLException {
            return statement.executeQuery("SELECT FROM application WHERE name = '" + name + "'");
        }

        static ResultSet formatted(Connection connection, String name) throws SQLException {
            return connection.prepareStatement("SELECT FROM %s".formatted(name)).executeQuery();
        }
    }

    /** Adds the faults of a class, and returns how many statements it has. */
    private static int check(ClassModel type, List<String> faults) {
        int checked = 0;
        for (MethodModel method : type.methods()) {
            List<Instruction> instructions = method.code().stream()
                    .flatMap(code -> code.elementStream())
                    .filter(Instruction.class::isInstance)
                    .map(Instruction.class::cast)
                    .toList();
            for (int i = 1; i < instructions.size(); i++) {
                if (takesSql(instructions.get(i))) {
                    checked++;
                    if (!isConstant(instructions.get(i - 1)) && !isOwnParameter(method, instructions.get(i - 1))) {
                        faults.add(type.thisClass().asInternalName() + "."
                                + method.methodName().stringValue());
                    }
                }
            }
        }
        return checked;
    }

    private static boolean takesSql(CodeElement instruction) {
        return instruction instanceof InvokeInstruction call
                && TAKE_SQL.contains(call.name().stringValue())
                && call.typeSymbol().parameterCount() > 0
                && call.typeSymbol().parameterType(0).descriptorString().equals("Ljava/lang/String;")
                && (call.owner().asInternalName().startsWith("java/sql/")
                        || call.owner().asInternalName().startsWith("org/postgresql/")
                        || call.owner().asInternalName().startsWith("dev/chartroom/"));
    }

    private static boolean isConstant(Instruction instruction) {
        return instruction instanceof ConstantInstruction
                || instruction instanceof FieldInstruction field && field.opcode() == Opcode.GETSTATIC;
    }

    /** {@code prepare} itself may use its parameter, because the check covers its callers. */
    private static boolean isOwnParameter(MethodModel method, Instruction instruction) {
        return method.methodName().equalsString("prepare") && instruction instanceof LoadInstruction;
    }
}
