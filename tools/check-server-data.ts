/**
 * Server data live in the query hooks and nowhere else (§4.31): a copy of them does not learn that they have changed.
 * Refused in the code of pages: another way to the server, a store library, a copy of a query's data in state, in a
 * ref or in the browser's storage, and variables that outlive the page.
 */
import { parseSync, Visitor, type CallExpression, type Node, type VariableDeclarator } from 'oxc-parser'
import { importsOf, lineAt } from './imports.ts'
import { report, type Finding } from './report.ts'
import { isTest, readSources, type SourceFile } from './source-files.ts'

const webCode = /^(packages\/(plugin-sdk|shell)\/src|plugins\/[^/]+\/web|examples\/[^/]+\/web)\/.*\.tsx?$/
/** Where the hooks are made, and what runs while building and testing. */
const hooks = /^packages\/plugin-sdk\/src\/(query|session|live|plugin-gate|testing|vite|gallery)\//
const stories = /\.story\.tsx$/

const stores =
  /^(zustand|redux|@reduxjs\/.*|react-redux|jotai|mobx.*|recoil|valtio|nanostores|@nanostores\/.*|swr|@tanstack\/react-query)$/
const wires: ReadonlySet<string> = new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'indexedDB'])
const queryHooks: ReadonlySet<string> = new Set(['useQuery', 'useListQuery'])
const holders: ReadonlySet<string> = new Set(['useState', 'useReducer', 'useRef'])

/** What one file says, as far as this check wants to know. */
interface Facts {
  readonly identifiers: readonly (Node & { readonly name: string })[]
  readonly declarators: readonly VariableDeclarator[]
  readonly calls: readonly CallExpression[]
  /** What is called or made with `new`. */
  readonly callees: readonly Node[]
}

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
    ...importsOf(file)
      .filter(({ specifier }) => stores.test(specifier))
      .map(({ specifier, line }) => `${file.path}:${line}: ${specifier} would hold server data; use useQuery`),
    ...facts.identifiers
      .filter((one) => wires.has(one.name) && isGlobal(one, facts))
      .map(({ start, name }) =>
        at(start, `${name} goes past the hooks; define an endpoint and use useQuery or useMutation`),
      ),
    ...program.body
      .filter((node) => node.type === 'VariableDeclaration' && node.kind !== 'const')
      .map(({ start }) => at(start, 'a variable of the module outlives the page; keep it in state or in a context')),
    ...copies(facts).map(({ start, into }) =>
      at(start, `a query's data are copied into ${into}; read them from the query`),
    ),
  ]
}

function factsOf(program: Parameters<Visitor['visit']>[0]): Facts {
  const callees: Node[] = []
  const [identifiers, declarators, calls]: [(Node & { name: string })[], VariableDeclarator[], CallExpression[]] = [
    [],
    [],
    [],
  ]
  new Visitor({
    Identifier: (node) => void identifiers.push(node),
    VariableDeclarator: (node) => void declarators.push(node),
    CallExpression: (node) => void (calls.push(node), callees.push(node.callee)),
    NewExpression: ({ callee }) => void callees.push(callee),
  }).visit(program)
  return { identifiers, declarators, calls, callees }
}

/** Whether a name is used, and not that of a member, of a parameter or of a variable of the file. */
function isGlobal(
  { start, name }: Node & { readonly name: string },
  { declarators, callees, identifiers }: Facts,
): boolean {
  const isDeclared = declarators.some(({ id }) => identifiers.some((one) => one.name === name && isIn(one, id)))
  const isCalled = callees.some((callee) => callee.start === start && callee.type === 'Identifier')
  return isCalled && !isDeclared
}

interface Copy {
  readonly start: number
  readonly into: string
}

function copies(facts: Facts): readonly Copy[] {
  const names = queryNames(facts)
  const mentions = (node: Node): boolean => facts.identifiers.some((one) => names.has(one.name) && isIn(one, node))
  const setters = namesBy(facts, new Set(['useState', 'useReducer']))
  const effects = facts.calls.filter(({ callee }) => /^use(Layout)?Effect$/.test(nameOf(callee)))
  return facts.calls.flatMap((call) => {
    const name = nameOf(call.callee)
    const carries = call.arguments.some(mentions)
    if (!carries) return []
    if (holders.has(name)) return { start: call.start, into: name }
    if (name === 'setItem') return { start: call.start, into: 'the storage of the browser' }
    const isInEffect = effects.some((effect) => isIn(call, effect) && call !== effect)
    return setters.has(name) && isInEffect ? { start: call.start, into: `state by ${name}` } : []
  })
}

/** What the results of queries are called in a file, or the parts that are taken of them. */
function queryNames(facts: Facts): ReadonlySet<string> {
  return namesBy(facts, queryHooks)
}

function namesBy({ declarators, identifiers }: Facts, hookNames: ReadonlySet<string>): ReadonlySet<string> {
  const patterns = declarators.flatMap(({ id, init }) =>
    init?.type === 'CallExpression' && hookNames.has(nameOf(init.callee)) ? id : [],
  )
  return new Set(patterns.flatMap((id) => identifiers.filter((one) => isIn(one, id)).map(({ name }) => name)))
}

function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

function isIn(inner: Node, outer: Node): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

if (import.meta.main) report(checkServerData(readSources((path) => webCode.test(path))))
