// What the doors of the package export, read from declarations as they are shipped.

import ts from 'typescript';

/**
 * For each file of declarations, what it exports in alphabetical order: `{ name, doc, isType, declarations }`, with
 * declarations as source text. `doc` is '' for what has no docstring.
 */
export function publicNames(files) {
  // Without the platform's libraries nothing is checked, only looked up: that takes a tenth of the time.
  const options = { noLib: true, types: [], noEmit: true, module: ts.ModuleKind.NodeNext };
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return files.map((file) => {
    const door = checker.getSymbolAtLocation(program.getSourceFile(file));
    const names = checker.getExportsOfModule(door).map((symbol) => describe(symbol, checker));
    return names.sort((a, b) => (a.name < b.name ? -1 : 1));
  });
}

function describe(exported, checker) {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  return {
    name: exported.name,
    doc: symbol.declarations.map(docOf).find((text) => text !== '') ?? '',
    isType: (symbol.flags & ts.SymbolFlags.Value) === 0,
    declarations: symbol.declarations.map(textOf),
  };
}

/** The docstring as it stands, with its links, since who shows it knows where they lead. */
function docOf(declaration) {
  const comment = statementOf(declaration).jsDoc?.at(-1);
  if (comment === undefined) return '';
  const lines = comment
    .getText()
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n');
  return lines
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim();
}

function textOf(declaration) {
  const statement = statementOf(declaration);
  const start = statement.getStart();
  let text = statement.getText();
  // What is private has no types, and is of no use to anybody. From the end, so that places stay true.
  for (const member of (ts.isClassDeclaration(statement) ? [...statement.members] : []).reverse()) {
    const isPrivate = ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private;
    if (isPrivate) text = text.slice(0, member.getFullStart() - start) + text.slice(member.end - start);
  }
  const lines = text
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .split('\n');
  return lines.map((line) => line.replace(/^( {4})+/, (indent) => indent.slice(indent.length / 2))).join('\n');
}

/** A constant is declared within a statement, which has the comment. */
function statementOf(declaration) {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
}
