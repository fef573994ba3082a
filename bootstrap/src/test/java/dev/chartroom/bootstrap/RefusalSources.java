package dev.chartroom.bootstrap;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.StatusReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The messages of refused requests that the sources contain. A part that is only known while the program runs is shown as
 * {@code ...}. A message without a known part is not ours, and is left out.
 *
 * @param refusals the messages by reason
 * @param causes the messages about one field by the type of the cause
 */
record RefusalSources(Map<StatusReason, SortedSet<String>> refusals, Map<FieldError.Type, SortedSet<String>> causes) {
    private static final String UNKNOWN = "...";

    /** Stands for the parameter of a method that makes errors, whose callers know the text. */
    private static final String PARAMETER = "\u0001";

    /** So many letters say enough without the unknown parts around them. */
    private static final int TELLING = 20;

    /** The texts before a message that another server wrote. */
    private static final Pattern PASSED_ON =
            Pattern.compile("^(Internal error occurred|... is forbidden: ... cannot ...): ");

    /** How often one such method may call another one. */
    private static final int DEPTH = 4;

    /** The parameter that is the message, of each factory and record of an ApiError. */
    private static final Map<String, Message> ERRORS = Map.ofEntries(
            Map.entry("badRequest", new Message(StatusReason.BAD_REQUEST, 0, PARAMETER)),
            Map.entry("expired", new Message(StatusReason.EXPIRED, 0, PARAMETER)),
            Map.entry("Expired", new Message(StatusReason.EXPIRED, 0, PARAMETER)),
            Map.entry("Conflict", new Message(StatusReason.CONFLICT, 2, PARAMETER)),
            Map.entry("unavailable", new Message(StatusReason.SERVICE_UNAVAILABLE, 0, PARAMETER)),
            Map.entry("internal", new Message(StatusReason.INTERNAL_ERROR, 0, "Internal error occurred: " + PARAMETER)),
            Map.entry(
                    "Forbidden",
                    new Message(StatusReason.FORBIDDEN, 1, "... is forbidden: ... cannot ...: " + PARAMETER)),
            Map.entry("plain", new Message(null, 1, PARAMETER)),
            Map.entry("Plain", new Message(null, 1, PARAMETER)),
            Map.entry("Refused", new Message(null, 3, PARAMETER)));

    private static final Map<String, FieldError.Type> TYPES = Map.of(
            "invalid", FieldError.Type.INVALID,
            "typeInvalid", FieldError.Type.TYPE_INVALID,
            "required", FieldError.Type.REQUIRED,
            "forbidden", FieldError.Type.FORBIDDEN);

    /**
     * @param reason the reason; null if it is the first argument
     * @param argument the place of the message among the arguments
     * @param text the message with the argument in it
     */
    private record Message(@Nullable StatusReason reason, int argument, String text) {
        String with(String argumentText) {
            return text.replace(PARAMETER, argumentText).replaceAll("[.]{4,}", UNKNOWN);
        }
    }

    static RefusalSources read(Path root) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources(root)));
            return of(task.parse());
        }
    }

    private static RefusalSources of(Iterable<? extends CompilationUnitTree> units) {
        RefusalSources found = new RefusalSources(new TreeMap<>(), new TreeMap<>());
        Constants constants = new Constants(new HashMap<>());
        units.forEach(unit -> constants.scan(unit, null));
        Map<String, Set<Message>> methods = new HashMap<>();
        for (int i = 0; i < DEPTH; i++) {
            units.forEach(unit -> found.new Calls(constants, methods).scan(unit, null));
        }
        found.refusals.values().forEach(RefusalSources::condense);
        return found;
    }

    /** Leaves out either a text with unknown parts or all that it stands for, depending on how much it says. */
    private static void condense(SortedSet<String> texts) {
        for (String text : List.copyOf(texts)) {
            Pattern pattern = Pattern.compile("(?s)\\Q" + text.replace(UNKNOWN, "\\E.*\\Q") + "\\E");
            List<String> cases = texts.stream()
                    .filter(each -> !each.equals(text) && pattern.matcher(each).matches())
                    .toList();
            if (!cases.isEmpty() && text.replaceAll("\\W", "").length() < TELLING) {
                texts.remove(text);
            } else {
                texts.removeAll(cases);
            }
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> modules = Files.list(root)) {
            // The commands of the program are not the server.
            List<Path> folders = modules.filter(module -> !module.endsWith("bootstrap"))
                    .map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList();
            List<Path> sources = new ArrayList<>();
            for (Path folder : folders) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
            return sources;
        }
    }

    /** The values of constants, by their names with and without the type. */
    private static final class Constants extends TreeScanner<@Nullable Void, @Nullable String> {
        private final Map<String, ExpressionTree> values;

        private Constants(Map<String, ExpressionTree> values) {
            this.values = values;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable String outer) {
            return super.visitClass(type, type.getSimpleName().toString());
        }

        @Override
        public @Nullable Void visitVariable(VariableTree variable, @Nullable String type) {
            String name = variable.getName().toString();
            if (variable.getInitializer() != null && name.equals(name.toUpperCase(Locale.ROOT))) {
                values.put(type + "." + name, variable.getInitializer());
            }
            return super.visitVariable(variable, type);
        }
    }

    /** Collects the messages of all calls that make an error. */
    private final class Calls extends TreeScanner<@Nullable Void, @Nullable Void> {
        private final Constants constants;
        /** The methods whose parameter becomes part of a message, by type and name. */
        private final Map<String, Set<Message>> methods;

        private final Map<String, ExpressionTree> locals = new HashMap<>();
        private List<String> parameters = List.of();
        private String type = "";
        private String method = "";

        private Calls(Constants constants, Map<String, Set<Message>> methods) {
            this.constants = constants;
            this.methods = methods;
        }

        @Override
        public @Nullable Void visitClass(ClassTree declared, @Nullable Void unused) {
            String outer = type;
            type = declared.getSimpleName().toString();
            super.visitClass(declared, null);
            type = outer;
            return null;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree declared, @Nullable Void unused) {
            locals.clear();
            method = declared.getName().toString();
            parameters = declared.getParameters().stream()
                    .map(parameter -> parameter.getType().toString().equals("String")
                            ? parameter.getName().toString()
                            : "")
                    .toList();
            return super.visitMethod(declared, null);
        }

        @Override
        public @Nullable Void visitVariable(VariableTree variable, @Nullable Void unused) {
            if (variable.getInitializer() != null) {
                locals.put(variable.getName().toString(), variable.getInitializer());
            }
            return super.visitVariable(variable, null);
        }

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
            boolean isMember = call.getMethodSelect() instanceof MemberSelectTree;
            String name = (isMember ? "" : type + ".") + call.getMethodSelect();
            addError(name.replace("this.", type + "."), call.getArguments());
            if (name.startsWith("FieldError.")) {
                Optional.ofNullable(TYPES.get(name.replace("FieldError.", "")))
                        .ifPresent(cause -> addCause(cause, call.getArguments()));
            }
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public @Nullable Void visitNewClass(NewClassTree call, @Nullable Void unused) {
            String name = call.getIdentifier().toString();
            addError(type.equals("ApiError") ? "ApiError." + name : name, call.getArguments());
            return super.visitNewClass(call, null);
        }

        private void addError(String name, List<? extends ExpressionTree> arguments) {
            Message own = name.startsWith("ApiError.") ? ERRORS.get(name.replace("ApiError.", "")) : null;
            if (own != null) {
                addError(own, arguments);
            }
            Set.copyOf(methods.getOrDefault(name, Set.of())).forEach(message -> addError(message, arguments));
        }

        private void addError(Message message, List<? extends ExpressionTree> arguments) {
            if (arguments.size() <= message.argument()) {
                return;
            }
            Optional<StatusReason> reason = Optional.ofNullable(message.reason())
                    .or(() -> reason(arguments.getFirst().toString()));
            reason.ifPresent(each -> texts(arguments.get(message.argument()), "")
                    .map(message::with)
                    .filter(RefusalSources::isOurs)
                    .forEach(text ->
                            refusals.computeIfAbsent(each, _ -> new TreeSet<>()).add(text)));
            reason.ifPresent(each -> addMethod(each, message, arguments.get(message.argument())));
        }

        /** Adds the method around a call if one of its parameters becomes part of the message. */
        private void addMethod(StatusReason reason, Message message, ExpressionTree argument) {
            for (int i = 0; i < parameters.size(); i++) {
                int index = i;
                String parameter = parameters.get(i);
                if (!parameter.isEmpty()) {
                    texts(argument, parameter)
                            .filter(text -> text.contains(PARAMETER))
                            .forEach(text -> methods.computeIfAbsent(type + "." + method, _ -> new HashSet<>())
                                    .add(new Message(reason, index, message.with(text))));
                }
            }
        }

        private void addCause(FieldError.Type cause, List<? extends ExpressionTree> arguments) {
            texts(arguments.getLast(), "")
                    .filter(RefusalSources::isOurs)
                    .forEach(text ->
                            causes.computeIfAbsent(cause, _ -> new TreeSet<>()).add(text));
        }

        /**
         * Returns the texts that an expression may have.
         *
         * @param parameter the variable that is shown as the parameter
         */
        private Stream<String> texts(ExpressionTree expression, String parameter) {
            return switch (expression) {
                case LiteralTree literal -> Stream.of(String.valueOf(literal.getValue()));
                case ParenthesizedTree inner -> texts(inner.getExpression(), parameter);
                case ConditionalExpressionTree choice ->
                    Stream.concat(
                            texts(choice.getTrueExpression(), parameter),
                            texts(choice.getFalseExpression(), parameter));
                case BinaryTree sum
                when sum.getKind() == Tree.Kind.PLUS ->
                    texts(sum.getLeftOperand(), parameter)
                            .flatMap(left -> texts(sum.getRightOperand(), parameter)
                                    .map(right -> (left + right).replaceAll("[.]{4,}", UNKNOWN)));
                case MethodInvocationTree call
                when isFormat(call) ->
                    texts(((MemberSelectTree) call.getMethodSelect()).getExpression(), parameter)
                            .map(text -> text.replaceAll("%[-0-9.]*[a-zA-Z]", UNKNOWN));
                case IdentifierTree name -> named(name.getName().toString(), parameter);
                case MemberSelectTree member -> constant(member);
                default -> Stream.of(UNKNOWN);
            };
        }

        private Stream<String> constant(MemberSelectTree member) {
            String holder = member.getExpression().toString().replaceFirst("^.*\\.", "");
            ExpressionTree value = constants.values.get(holder + "." + member.getIdentifier());
            return value == null ? Stream.of(UNKNOWN) : texts(value, "");
        }

        private Stream<String> named(String name, String parameter) {
            if (name.equals(parameter)) {
                return Stream.of(PARAMETER);
            }
            ExpressionTree constant = constants.values.get(type + "." + name);
            // A variable whose value depends on itself has no end.
            ExpressionTree value = constant == null ? locals.remove(name) : constant;
            if (value == null) {
                return Stream.of(UNKNOWN);
            }
            List<String> texts = texts(value, parameter).toList();
            if (constant == null) {
                locals.put(name, value);
            }
            return texts.stream();
        }

        private static boolean isFormat(MethodInvocationTree call) {
            return call.getMethodSelect() instanceof MemberSelectTree method
                    && method.getIdentifier().contentEquals("formatted");
        }

        private static Optional<StatusReason> reason(String argument) {
            return Stream.of(StatusReason.values())
                    .filter(reason -> argument.endsWith("." + reason.name()))
                    .findFirst();
        }
    }

    private static boolean isOurs(String text) {
        return PASSED_ON.matcher(text).replaceFirst("").replace(UNKNOWN, "").matches("(?s).*\\w{3}.*");
    }
}
