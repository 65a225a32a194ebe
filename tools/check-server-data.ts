/**
 * Server data live in the query hooks and nowhere else (§4.31): a copy of them does not learn that they have changed.
 * Refused in the code of pages: another way to the server, a store library, a copy of a query's data in state, in a
 * ref or in the browser's storage, and variables that outlive the page.
 *
 * A name stands for server data when a query or a call of the client gave it, or something that such a name is part of.
 */
import { parseSync, type CallExpression, type Node } from 'oxc-parser'
import { importsOf, lineAt } from './imports.ts'
import { report, type Finding } from './report.ts'
import { factsOf, isIn, nameOf, type Facts } from './server-data-facts.ts'
import { isTest, readSources, type SourceFile } from './source-files.ts'

const webCode = /^(packages\/(plugin-sdk|shell)\/src|plugins\/[^/]+\/web|examples\/[^/]+\/web)\/.*\.tsx?$/
/** Sources of the hooks, and code that runs while building and testing. */
const hooks =
  /^packages\/plugin-sdk\/src\/(?:(?:query|session|live|plugin-gate|testing|vite|gallery)\/|public\/PublicPageProvider)/
const stories = /\.story\.tsx$/

const stores =
  /^(zustand|redux|@reduxjs\/.*|react-redux|jotai|mobx.*|recoil|valtio|nanostores|@nanostores\/.*|swr|@tanstack\/react-query)$/
const otherClients = /^(axios|ky|got|ofetch|wretch|superagent|undici|openapi-fetch|cross-fetch|@apollo\/client)$/
const wires: ReadonlySet<string> = new Set([
  'fetch',
  'XMLHttpRequest',
  'EventSource',
  'WebSocket',
  'indexedDB',
  'sendBeacon',
])
const globals: ReadonlySet<string> = new Set(['window', 'globalThis', 'self', 'navigator'])
const holders: ReadonlySet<string> = new Set(['useState', 'useReducer', 'useRef'])

/** Every place where server data leave the hooks, or come in beside them. */
export function checkServerData(files: readonly SourceFile[]): Finding {
  const pages = files.filter(
    ({ path }) => webCode.test(path) && !hooks.test(path) && !isTest(path) && !stories.test(path),
  )
  return { check: 'server-data', seen: pages.length, problems: pages.flatMap(problemsIn) }
}

function problemsIn(file: SourceFile): string[] {
  const { program } = parseSync(file.path, file.text)
  const facts = factsOf(program)
  const at = (start: number, problem: string): string => `${file.path}:${lineAt(file.text, start)}: ${problem}`
  return [
    ...importsOf(file).flatMap(({ specifier, line }) =>
      importProblem(specifier).map((one) => `${file.path}:${line}: ${one}`),
    ),
    ...wiresIn(facts).map(({ start, name }) =>
      at(start, `${name} goes past the hooks; define an endpoint and use useQuery or useMutation`),
    ),
    ...program.body
      .filter(outlivesThePage)
      .map(({ start }) => at(start, 'a variable of the module outlives the page; keep it in state or in a context')),
    ...copies(facts).map(({ start, into }) =>
      at(start, `a query's data are copied into ${into}; read them from the query`),
    ),
  ]
}

function importProblem(specifier: string): readonly string[] {
  if (stores.test(specifier)) return [`${specifier} would hold server data; use useQuery`]
  if (!otherClients.test(specifier)) return []
  return [`${specifier} goes past the hooks; define an endpoint and use useQuery or useMutation`]
}

/** Platform functions that reach a server: called, constructed, renamed or passed on. */
function wiresIn(facts: Facts): readonly { readonly start: number; readonly name: string }[] {
  return facts.used.flatMap((node) => {
    const name = nameOf(node)
    if (!wires.has(name)) return []
    const isPlatform = node.type === 'Identifier' ? !isDeclared(name, facts) : isOfTheWindow(node)
    return isPlatform ? [{ start: node.start, name }] : []
  })
}

function isDeclared(name: string, { declarators, parameters, identifiers }: Facts): boolean {
  const places = [...declarators.map(({ id }) => id), ...parameters]
  return identifiers.some((one) => one.name === name && places.some((place) => isIn(one, place)))
}

function isOfTheWindow(node: Node): boolean {
  return node.type === 'MemberExpression' && node.object.type === 'Identifier' && globals.has(node.object.name)
}

const changeable: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])

/** Module state: variables that can be reassigned, or that are empty and so meant to be filled. */
function outlivesThePage(node: Node): boolean {
  const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
  if (declaration?.type !== 'VariableDeclaration' || declaration.declare === true) return false
  if (declaration.kind !== 'const') return true
  return declaration.declarations.some(
    ({ id, init }) =>
      init?.type === 'NewExpression' &&
      changeable.has(nameOf(init.callee)) &&
      init.arguments.length === 0 &&
      !isReadonly(id),
  )
}

function isReadonly(id: Node): boolean {
  const type = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : undefined
  return type?.type === 'TSTypeReference' && /^Readonly(Map|Set)$/.test(nameOf(type.typeName))
}

interface Copy {
  readonly start: number
  readonly into: string
}

function copies(facts: Facts): readonly Copy[] {
  const names = facts.serverData
  const mentions = (node: Node): boolean => facts.identifiers.some((one) => names.has(one.name) && isIn(one, node))
  return [
    ...facts.calls.flatMap((call) => copyByCall(call, facts, mentions)),
    ...facts.assignments.flatMap(({ start, left, right }) => {
      const into = mentions(right) ? keptIn(left) : undefined
      return into === undefined ? [] : [{ start, into }]
    }),
  ].toSorted((one, other) => one.start - other.start)
}

function copyByCall(call: CallExpression, facts: Facts, mentions: (node: Node) => boolean): readonly Copy[] {
  const { start, callee } = call
  const name = nameOf(callee)
  const isOfAnswer = name === 'then' && callee.type === 'MemberExpression' && facts.isAnswer(callee.object)
  const taken = isOfAnswer ? call.arguments.find((one) => facts.setters.has(nameOf(one))) : undefined
  if (taken !== undefined) return [{ start, into: `state by ${nameOf(taken)}` }]
  if (!call.arguments.some(mentions)) return []
  if (holders.has(facts.importedAs(name))) return [{ start, into: facts.importedAs(name) }]
  if (name === 'setItem') return [{ start, into: 'the storage of the browser' }]
  return facts.setters.has(name) && facts.runsByItself(call) ? [{ start, into: `state by ${name}` }] : []
}

/** Where an assignment keeps something beyond the function it stands in. */
function keptIn(left: Node): string | undefined {
  if (left.type !== 'MemberExpression') return undefined
  if (nameOf(left) === 'current') return 'useRef'
  const owner = nameOf(left.object)
  if (owner === 'localStorage' || owner === 'sessionStorage') return 'the storage of the browser'
  return globals.has(owner) ? 'the window' : undefined
}

if (import.meta.main) report(checkServerData(readSources((path) => webCode.test(path))))
