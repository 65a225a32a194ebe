/**
 * What plugins in the tree read by hand although the contract has a part for it: the machine's clock, the body of an
 * upload, and the rows after a cursor. Read from the syntax tree, so a comment or a text is never taken for code.
 */
import { parseSync, Visitor, type CallExpression, type Expression, type MemberExpression, type Node } from 'oxc-parser'
import { lineAt } from './imports.ts'
import { report, type Finding } from './report.ts'
import { isTest, readSources, type SourceFile } from './source-files.ts'

/** Server halves and what both halves share. */
const serverCode = /^(plugins|examples)\/[^/]+\/(?!web\/|node_modules\/).*\.ts$/
const testCode = /\/(testing|tests?|web)\//

const bodyReads: ReadonlySet<string> = new Set(['body', 'arrayBuffer', 'blob', 'bytes', 'formData'])
/** Receivers of programs without a session: uploads are behind a guard. */
const receivers: ReadonlySet<string> = new Set(['plugins/mail/server/inbound/receive-http.ts'])
const comparisons: ReadonlySet<unknown> = new Set(['<', '<=', '>', '>='])

interface Fault {
  readonly start: number
  readonly problem: string
}

/** Every place where a server half does by hand what a part of the contract does. */
export function checkParts(files: readonly SourceFile[]): Finding {
  const server = files.filter(({ path }) => serverCode.test(path) && !isTest(path) && !testCode.test(path))
  return { check: 'parts', seen: server.length, problems: server.flatMap(problemsIn) }
}

function problemsIn({ path, text }: SourceFile): string[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) return [`${path}: can't be read`]
  const faults: Fault[] = []
  const add = (start: number, problem: string | undefined): void => {
    if (problem !== undefined) faults.push({ start, problem })
  }
  new Visitor({
    CallExpression: (node) => add(node.start, clockCall(node) ?? keysetByHand(node) ?? decodedInput(node)),
    NewExpression: ({ start, callee, arguments: given }) =>
      add(start, isNamed(callee, 'Date') && given.length === 0 ? ownClock('new Date()') : undefined),
    MemberExpression: (node) => add(node.start, receivers.has(path) ? undefined : bodyRead(node)),
    VariableDeclarator: ({ start, id, init }) =>
      add(start, init !== null && isRequest(init) ? takenBody(id) : undefined),
    Property: ({ start, key, value }) => add(start, isNamed(key, 'request') ? takenBody(value) : undefined),
  }).visit(program)
  return faults.map(({ start, problem }) => `${path}:${lineAt(text, start)}: ${problem}`)
}

/** `Date.now()` and `Date()`. */
function clockCall({ callee, arguments: given }: CallExpression): string | undefined {
  if (isNamed(callee, 'Date') && given.length === 0) return ownClock('Date()')
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'now') return undefined
  return isNamed(callee.object, 'Date') ? ownClock('Date.now()') : undefined
}

/** `.where('id', '<', cursor)`, under any name that has "cursor" in it. */
function keysetByHand({ callee, arguments: given }: CallExpression): string | undefined {
  const [, comparison, value] = given
  const isCompared = comparison?.type === 'Literal' && comparisons.has(comparison.value)
  if (!isCompared || value === undefined || value.type === 'SpreadElement' || !isCursor(value)) return undefined
  const isCondition = isNamed(callee, 'where') || isNamed(callee, 'eb') || isMember(callee, 'where')
  return isCondition ? 'rows after a cursor are read by hand; use listOf' : undefined
}

/** `request.body`, `request.formData()` and their like: `request.json()` is short and stays. */
function bodyRead(node: MemberExpression): string | undefined {
  const name = memberName(node)
  if (name === undefined || !bodyReads.has(name)) return undefined
  return isRequest(node.object) ? uploadByHand(name) : undefined
}

/** `const { body } = request` and `({ request: { body } }) =>`. */
function takenBody(pattern: Node): string | undefined {
  if (pattern.type !== 'ObjectPattern') return undefined
  const names = pattern.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
  )
  const name = names.find((each) => bodyReads.has(each))
  return name === undefined ? undefined : uploadByHand(name)
}

/** `Buffer.from(input.file, 'base64')`: bytes in JSON. Other texts in base64, such as keys and cursors, are none. */
function decodedInput({ callee, arguments: given }: CallExpression): string | undefined {
  const [value, encoding] = given
  const isFrom = callee.type === 'MemberExpression' && memberName(callee) === 'from' && isNamed(callee.object, 'Buffer')
  const isBase64 = encoding?.type === 'Literal' && (encoding.value === 'base64' || encoding.value === 'base64url')
  const isTaken = value?.type === 'MemberExpression' && isInput(value.object)
  return isFrom && isBase64 && isTaken ? uploadByHand('base64') : undefined
}

function uploadByHand(name: string): string {
  return `the body of an upload is read by hand (${name}); use defineUpload`
}

function isRequest(node: { readonly type: string }): boolean {
  return isNamed(node, 'request') || isMember(node, 'request')
}

function isInput(node: Expression): boolean {
  if (isNamed(node, 'input') || isMember(node, 'input')) return true
  return node.type === 'MemberExpression' && isInput(node.object)
}

function ownClock(name: string): string {
  return `${name} reads the machine's clock; use scope.now() or ctx.now()`
}

function isCursor(value: Expression): boolean {
  if (value.type === 'Identifier') return /cursor/i.test(value.name)
  if (value.type !== 'MemberExpression') return false
  return /cursor/i.test(memberName(value) ?? '') || isCursor(value.object)
}

function isNamed(node: { readonly type: string }, name: string): boolean {
  return node.type === 'Identifier' && 'name' in node && node.name === name
}

function isMember(node: { readonly type: string }, name: string): boolean {
  return node.type === 'MemberExpression' && memberName(node as MemberExpression) === name
}

/** The name of `object.name` and of `object['name']`. */
function memberName({ property, computed }: MemberExpression): string | undefined {
  if (property.type === 'Literal') return typeof property.value === 'string' ? property.value : undefined
  return !computed && property.type === 'Identifier' ? property.name : undefined
}

if (import.meta.main) report(checkParts(readSources((path) => serverCode.test(path))))
