import type { Class, ClassElement, Declaration, Expression, Function, Statement, VariableDeclaration } from 'oxc-parser'

/** A file's text and its docstrings, by the offset at which each ends. */
export type Source = { readonly text: string; readonly docs: ReadonlyMap<number, number> }

/** Constants that are written on more lines than this are shown without their value. */
const mostLines = 40

/** The names that a declaration declares. */
export function declaredNames(node: Declaration | Statement): readonly string[] {
  if (node.type === 'VariableDeclaration') {
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

/** A declaration as its users see it: without `export`, bodies and private members. */
export function signatureOf(node: Declaration | Statement, name: string, source: Source): string {
  if (node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction') return functionText(node, source)
  if (node.type === 'VariableDeclaration') return constantText(node, name, source)
  if (node.type === 'ClassDeclaration') return classText(node, source)
  return source.text.slice(node.start, node.end)
}

function functionText({ start, end, body }: Function, { text }: Source): string {
  return text.slice(start, body?.start ?? end).trimEnd()
}

function constantText({ kind, declarations }: VariableDeclaration, name: string, { text }: Source): string {
  const found = declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
  if (found === undefined) return `${kind} ${name}`
  const { id, init, end } = found
  const typed = `${kind} ${text.slice(id.start, id.end)}`
  if (init === null || ('typeAnnotation' in id && Boolean(id.typeAnnotation))) return typed
  const body = bodyOf(init)
  if (body !== undefined) return `${typed} = ${text.slice(init.start, body.start).trimEnd()} …`
  const whole = `${kind} ${text.slice(found.start, end)}`
  return whole.split('\n').length > mostLines ? `${typed} = …` : whole
}

function bodyOf(init: Expression) {
  return init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression'
    ? (init.body ?? undefined)
    : undefined
}

function classText({ start, body }: Class, source: Source): string {
  const members = body.body.flatMap((member) => memberText(member, source))
  return [source.text.slice(start, body.start + 1), ...members.map((text) => `  ${text}`), '}'].join('\n')
}

function memberText(member: ClassElement, { text, docs }: Source): readonly string[] {
  if (member.type === 'StaticBlock' || member.type === 'TSIndexSignature') return []
  if (member.key.type === 'PrivateIdentifier' || member.accessibility === 'private') return []
  const before = text.slice(0, member.start).trimEnd().length
  const start = docs.get(before) ?? member.start
  const end = member.type === 'MethodDefinition' ? (member.value.body?.start ?? member.end) : member.end
  return [text.slice(start, end).trimEnd()]
}
