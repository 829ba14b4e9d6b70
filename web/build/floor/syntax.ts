/** Node of a script's syntax tree, with its position in the code and its child nodes. */
export type Node = { type: string; start: number; end: number; [part: string]: unknown }

type SyntaxTest = (node: Node, parent: Node | undefined) => unknown
const type = (node: unknown) => (node as Node | null)?.type
const isPrivate = ({ key }: Node) => type(key) === 'PrivateIdentifier'
const pattern = (node: Node) => (node.regex as { pattern: string } | undefined)?.pattern ?? ''

/**
 * Syntax features by their path in MDN's browser compatibility data, each with a test that recognises a syntax node of
 * the feature.
 */
export const syntax: [path: string, isIt: SyntaxTest][] = [
  ['classes', ({ type: own }) => /^Class(Declaration|Expression)$/.test(own)],
  ['classes.public_class_fields', (node) => node.type === 'PropertyDefinition' && !isPrivate(node)],
  ['classes.private_class_fields', (node) => node.type === 'PropertyDefinition' && isPrivate(node)],
  ['classes.private_class_methods', (node) => node.type === 'MethodDefinition' && isPrivate(node)],
  [
    'classes.private_class_fields_in',
    ({ type: own, left }) => own === 'BinaryExpression' && type(left) === 'PrivateIdentifier',
  ],
  ['classes.static.initialization_blocks', (node) => node.type === 'StaticBlock'],
  ['functions.arrow_functions', (node) => node.type === 'ArrowFunctionExpression'],
  ['functions.default_parameters', (node) => node.type === 'AssignmentPattern'],
  ['functions.rest_parameters', (node) => node.type === 'RestElement'],
  ['functions.method_definitions', (node) => node.type === 'Property' && node.method],
  ['grammar.shorthand_object_literals', (node) => node.type === 'Property' && node.shorthand],
  ['grammar.template_literals', (node) => node.type === 'TemplateLiteral'],
  [
    'grammar.numeric_separators',
    ({ type: own, value, raw }) =>
      own === 'Literal' && typeof value === 'number' && String(raw).includes('_'),
  ],
  ['builtins.BigInt', (node) => node.type === 'Literal' && 'bigint' in node && node.bigint],
  ['operators.async_function', (node) => /Function/.test(node.type) && node.async],
  ['operators.generator_function', (node) => /Function/.test(node.type) && node.generator],
  ['operators.destructuring', (node) => /^(Object|Array)Pattern$/.test(node.type)],
  ['operators.exponentiation', ({ operator }) => operator === '**' || operator === '**='],
  ['operators.import', (node) => node.type === 'ImportExpression'],
  ['operators.import_meta', (node) => node.type === 'MetaProperty' && (node.meta as Node).name === 'import'],
  ['operators.logical_and_assignment', ({ operator }) => operator === '&&='],
  ['operators.logical_or_assignment', ({ operator }) => operator === '||='],
  ['operators.nullish_coalescing', ({ operator }) => operator === '??'],
  ['operators.nullish_coalescing_assignment', ({ operator }) => operator === '??='],
  ['operators.optional_chaining', (node) => node.type === 'ChainExpression'],
  ['operators.spread', (node) => node.type === 'SpreadElement'],
  ['statements.await_using', ({ kind }) => kind === 'using' || kind === 'await using'],
  ['statements.const', (node) => node.type === 'VariableDeclaration' && node.kind === 'const'],
  ['statements.let', (node) => node.type === 'VariableDeclaration' && node.kind === 'let'],
  ['statements.export', (node) => /^Export/.test(node.type)],
  ['statements.for_of', (node) => node.type === 'ForOfStatement'],
  ['statements.for_await_of', (node) => node.type === 'ForOfStatement' && node.await],
  ['statements.try_catch.optional_catch_binding', (node) => node.type === 'CatchClause' && !node.param],
  ['regular_expressions.lookbehind_assertion', (node) => /\(\?<[=!]/.test(pattern(node))],
  ['regular_expressions.modifier', (node) => /\(\?[a-z]*-?[a-z]+:/.test(pattern(node))],
  ['regular_expressions.named_capturing_group', (node) => /\(\?<[^=!]/.test(pattern(node))],
  [
    'builtins.RegExp.hasIndices',
    ({ regex }) => /d/.test((regex as { flags: string } | undefined)?.flags ?? ''),
  ],
  [
    'builtins.RegExp.unicodeSets',
    ({ regex }) => /v/.test((regex as { flags: string } | undefined)?.flags ?? ''),
  ],
]
