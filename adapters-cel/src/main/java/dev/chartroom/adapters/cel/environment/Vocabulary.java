package dev.chartroom.adapters.cel.environment;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelVarDecl;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.internal.EnvVisitable;
import dev.cel.common.internal.EnvVisitor;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelProtoTypes;
import dev.cel.compiler.CelCompiler;
import dev.cel.expr.Decl;
import dev.cel.parser.CelMacro;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The declarations of an environment. The checker gets only the functions that an expression calls. Otherwise,
 * dev.cel's checker would collect all two hundred functions for each expression. That takes longer than all other
 * steps of the compilation. Most expressions call only three functions.
 */
final class Vocabulary {
    /** Keyed by the part of a name after its last dot. Only the checker can tell whether a dot belongs to a name. */
    private final Map<String, List<CelFunctionDecl>> functions = new HashMap<>();

    private final List<CelVarDecl> variables = new ArrayList<>();

    private Vocabulary() {}

    static Vocabulary of(CelCompiler environment) {
        Vocabulary vocabulary = new Vocabulary();
        ((EnvVisitable) environment).accept(new EnvVisitor() {
            @Override
            public void visitDecl(String name, List<Decl> declarations) {
                declarations.forEach(vocabulary::add);
            }

            @Override
            public void visitMacro(CelMacro macro) {
                // The parser has expanded macros already.
            }
        });
        return vocabulary;
    }

    List<CelVarDecl> variables() {
        return variables;
    }

    /** Returns the functions that an expression may call. */
    List<CelFunctionDecl> functionsIn(CelAbstractSyntaxTree parsed) {
        Set<String> called = new HashSet<>();
        CelNavigableAst.fromAst(parsed)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.CALL)
                .forEach(node -> called.add(lastPart(node.expr().call().function())));
        return called.stream()
                .flatMap(name -> functions.getOrDefault(name, List.of()).stream())
                .toList();
    }

    private void add(Decl declaration) {
        if (declaration.hasFunction()) {
            functions
                    .computeIfAbsent(lastPart(declaration.getName()), _ -> new ArrayList<>())
                    .add(CelFunctionDecl.newFunctionDeclaration(
                            declaration.getName(),
                            declaration.getFunction().getOverloadsList().stream()
                                    .map(CelOverloadDecl::overloadToCelOverload)
                                    .toList()));
        } else if (declaration.hasIdent()) {
            variables.add(CelVarDecl.newVarDeclaration(
                    declaration.getName(),
                    CelProtoTypes.typeToCelType(declaration.getIdent().getType())));
        }
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
