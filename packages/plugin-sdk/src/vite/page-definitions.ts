/**
 * Reduces endpoint definitions to the parts that pages need. The texts for people, programs and agents (`summary`,
 * `description`, `examples`, `mcp`, and `z.describe` in its schemas) are read only on the server and would otherwise be
 * downloaded with the first page, so a build blanks them. All other characters keep their position, so that lines and
 * columns match the source.
 */
import { parseSync, Visitor, type ESTree } from 'vite'

/** Members of a definition that no page reads. */
const toldMembers: ReadonlySet<string> = new Set(['description', 'examples', 'mcp'])
/** Members that identify an object as a definition, regardless of the function it is passed to. */
const definingMembers = ['pattern', 'input', 'output', 'summary'] as const
const route = /^(?:[A-Z]+ )?\//
const schemaLibrary = /^zod(?:\/|$)/
/** Worth a look: the text of a definition, or of a schema that is described. */
const worthReading = /\bsummary\s*:|\.describe\(/

interface Span {
  readonly start: number
  readonly end: number
}

/** A module with its definitions as pages need them; undefined when it has none. */
export function pageDefinitions(path: string, code: string): string | undefined {
  if (!worthReading.test(code)) return undefined
  const { program, module, errors } = parseSync(path, code, { sourceType: 'module' })
  if (errors.length > 0) return undefined
  const libraries = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => schemaLibrary.test(moduleRequest.value))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  )
  const { dropped, emptied } = findTold(program, libraries)
  if (dropped.length + emptied.length === 0) return undefined
  return blanked(code, { dropped, emptied })
}

function findTold(program: ESTree.Program, libraries: ReadonlySet<string>): { dropped: Span[]; emptied: Span[] } {
  const [dropped, emptied]: [Span[], Span[]] = [[], []]
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const [first] = given
      if (first?.type === 'ObjectExpression' && isDefinition(first)) {
        const members = membersOf(first)
        dropped.push(...members.filter(({ name }) => toldMembers.has(name)).map(({ member }) => member))
        emptied.push(...members.filter(({ name }) => name === 'summary').map(({ member }) => member.value))
      }
      if (isCheck(callee)) dropped.push(...given.filter((argument) => isNote(argument, libraries)))
    },
  }).visit(program)
  return { dropped, emptied }
}

function membersOf(object: ESTree.ObjectExpression): { name: string; member: ESTree.ObjectProperty }[] {
  return object.properties.flatMap((member) =>
    member.type === 'Property' && !member.computed && member.key.type === 'Identifier'
      ? [{ name: member.key.name, member }]
      : [],
  )
}

function isDefinition(object: ESTree.ObjectExpression): boolean {
  const members = new Map(membersOf(object).map(({ name, member }) => [name, member.value]))
  const pattern = members.get('pattern')
  const isRoute = pattern?.type === 'Literal' && typeof pattern.value === 'string' && route.test(pattern.value)
  return isRoute && definingMembers.every((name) => members.has(name))
}

/** `schema.check(...)`, which takes any number of checks. */
function isCheck(callee: ESTree.Expression): boolean {
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'check'
}

/** `z.describe(...)`, with `z` from the schema library. */
function isNote(argument: ESTree.Argument, libraries: ReadonlySet<string>): boolean {
  if (argument.type !== 'CallExpression' || argument.callee.type !== 'MemberExpression') return false
  const { object, property } = argument.callee
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return false
  return libraries.has(object.name) && property.name === 'describe'
}

function blanked(code: string, { dropped, emptied }: { dropped: readonly Span[]; emptied: readonly Span[] }): string {
  const spans = [
    ...dropped.map((span) => ({ ...withComma(code, span), text: '' })),
    ...emptied.map(({ start, end }) => ({ start, end, text: "''" })),
  ].toSorted((one, other) => one.start - other.start)
  let [text, at] = ['', 0]
  for (const { start, end, text: instead } of spans) {
    if (start < at) continue
    text += code.slice(at, start) + instead + code.slice(start + instead.length, end).replaceAll(/\S/g, ' ')
    at = end
  }
  return text + code.slice(at)
}

/** With the comma behind it, across blanks and comments. */
function withComma(code: string, { start, end }: Span): Span {
  const [gap = ''] = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*,/.exec(code.slice(end)) ?? []
  return { start, end: end + gap.length }
}
