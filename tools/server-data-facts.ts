/** Server data in one file of a page: the requests, the names of their answers, and the uses. */
import { Visitor, type AssignmentExpression, type CallExpression, type Node, type VariableDeclarator } from 'oxc-parser'

/** Facts about one file for the check of server data. */
export interface Facts {
  readonly identifiers: readonly Name[]
  readonly declarators: readonly VariableDeclarator[]
  readonly parameters: readonly Node[]
  readonly calls: readonly CallExpression[]
  readonly assignments: readonly AssignmentExpression[]
  /** Expressions that are called, constructed, assigned or passed on. */
  readonly used: readonly Node[]
  /** Names of server answers or parts of them. */
  readonly serverData: ReadonlySet<string>
  /** Names that change state. */
  readonly setters: ReadonlySet<string>
  /** The original name of an import. */
  readonly importedAs: (name: string) => string
  /** Whether an expression is the answer of a call that goes past the hooks. */
  readonly isAnswer: (node: Node) => boolean
  /** Whether a call happens while the page is drawn or in an effect, and not because the reader did something. */
  readonly runsByItself: (call: CallExpression) => boolean
}

type Name = Node & { readonly name: string }

const queryHooks: ReadonlySet<string> = new Set(['useQuery', 'useListQuery'])
const stateHooks: ReadonlySet<string> = new Set(['useState', 'useReducer'])
const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])

/** Reads a file's program. */
export function factsOf(program: Parameters<Visitor['visit']>[0]): Facts {
  const nodes = nodesOf(program)
  const importedAs = (name: string): string => nodes.imported.get(name) ?? name
  const clients = namesOf(nodes, (init) => isCallOf(init, (name) => importedAs(name) === 'useClient'))
  const isAnswer = (node: Node): boolean =>
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    nameOf(node.callee) === 'call' &&
    (clients.has(nameOf(node.callee.object)) || importedAs(nameOf(callOf(node.callee.object))) === 'useClient')
  const isSource = (init: Node): boolean =>
    isCallOf(init, (name) => queryHooks.has(importedAs(name))) ||
    (init.type === 'AwaitExpression' && isAnswer(init.argument))
  return {
    ...nodes,
    importedAs,
    isAnswer,
    serverData: withParts(nodes, namesOf(nodes, isSource)),
    setters: settersOf(nodes, importedAs),
    runsByItself: (call) => runsByItself(call, nodes),
  }
}

interface Nodes extends Pick<Facts, 'identifiers' | 'declarators' | 'parameters' | 'calls' | 'assignments' | 'used'> {
  readonly functions: readonly Node[]
  /** Imports with another local name. */
  readonly imported: ReadonlyMap<string, string>
}

function nodesOf(program: Parameters<Visitor['visit']>[0]): Nodes {
  const identifiers: Name[] = []
  const declarators: VariableDeclarator[] = []
  const [parameters, used, functions]: [Node[], Node[], Node[]] = [[], [], []]
  const calls: CallExpression[] = []
  const assignments: AssignmentExpression[] = []
  const imported = new Map<string, string>()
  const onFunction = (node: Node & { readonly params: readonly Node[] }): void => {
    functions.push(node)
    parameters.push(...node.params)
  }
  new Visitor({
    Identifier: (node) => void identifiers.push(node),
    VariableDeclarator: (node) => void (declarators.push(node), node.init !== null && used.push(node.init)),
    CallExpression: (node) => void (calls.push(node), used.push(node.callee, ...node.arguments)),
    NewExpression: ({ callee }) => void used.push(callee),
    AssignmentExpression: (node) => void assignments.push(node),
    ImportSpecifier: ({ imported: name, local }) =>
      name.type === 'Identifier' && void imported.set(local.name, name.name),
    FunctionDeclaration: onFunction,
    FunctionExpression: onFunction,
    ArrowFunctionExpression: onFunction,
  }).visit(program)
  return { identifiers, declarators, parameters, calls, assignments, used, functions, imported }
}

/** Names of variables that begin as something. */
function namesOf({ declarators, identifiers }: Nodes, begins: (init: Node) => boolean): ReadonlySet<string> {
  const patterns = declarators.flatMap(({ id, init }) => (init !== null && begins(init) ? [id] : []))
  return new Set(patterns.flatMap((id) => identifiers.filter((one) => isIn(one, id)).map(({ name }) => name)))
}

/** Includes the names of their parts: `rows` of `const rows = notes.data?.items`. */
function withParts(nodes: Nodes, names: ReadonlySet<string>): ReadonlySet<string> {
  const parts = namesOf(nodes, (init) => names.has(rootOf(init)))
  const all = new Set([...names, ...parts])
  return all.size === names.size ? all : withParts(nodes, all)
}

/** The name that an expression is a part of. */
function rootOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootOf(node.object)
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression' || node.type === 'TSAsExpression') {
    return rootOf(node.expression)
  }
  return node.type === 'LogicalExpression' ? rootOf(node.left) : ''
}

function settersOf({ declarators }: Nodes, importedAs: (name: string) => string): ReadonlySet<string> {
  const pairs = declarators.flatMap(({ id, init }) =>
    init !== null && id.type === 'ArrayPattern' && isCallOf(init, (name) => stateHooks.has(importedAs(name)))
      ? [id]
      : [],
  )
  return new Set(pairs.flatMap(({ elements: [, setter] }) => (setter?.type === 'Identifier' ? [setter.name] : [])))
}

function runsByItself(call: CallExpression, { calls, functions, declarators }: Nodes): boolean {
  const effects = calls.filter(({ callee }) => /^use(Layout|Insertion)?Effect$/.test(nameOf(callee)))
  if (effects.some((effect) => effect !== call && isIn(call, effect))) return true
  const innermost = functions.filter((one) => isIn(call, one)).toSorted((a, b) => b.start - a.start)[0]
  return innermost !== undefined && isDrawn(innermost, declarators)
}

/** Components and hooks run while the page is drawn. */
function isDrawn(node: Node, declarators: readonly VariableDeclarator[]): boolean {
  if (!functionTypes.has(node.type)) return false
  const own = 'id' in node ? nameOf(node.id) : ''
  const name = own === '' ? nameOf(declarators.find(({ init }) => init === node)?.id ?? null) : own
  return /^([A-Z]|use[A-Z])/.test(name)
}

function isCallOf(node: Node, isWanted: (name: string) => boolean): boolean {
  return node.type === 'CallExpression' && isWanted(nameOf(node.callee))
}

function callOf(node: Node): Node {
  return node.type === 'CallExpression' ? node.callee : node
}

/** The name of a variable, or of the member that is taken. */
export function nameOf(node: Node | null): string {
  if (node?.type === 'Identifier') return node.name
  if (node?.type !== 'MemberExpression') return ''
  if (node.property.type === 'Literal') return String(node.property.value)
  return node.property.type === 'Identifier' ? node.property.name : ''
}

/** Whether one node stands inside another. */
export function isIn(inner: Node, outer: Node): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}
