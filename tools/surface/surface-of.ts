/**
 * The nameable surface of a package: the exports of its entry points, and below each the members that can be reached
 * from it, as a path.
 *
 *   Client.call            a member, however deep
 *   createClient(0).retry  a member of a parameter
 *   createClient().call    a member of a result
 *   ErrorCode="gone"       a text that a type allows
 *
 * An exported type is listed under its own name only; another type is followed, so that neither its name nor its file
 * matters. Types themselves are not compared: a text that became a number is seen in the review of `api.md`.
 */
import type { Node, TSType, TSTypeParameterInstantiation } from 'oxc-parser'
import { readDocComment } from '../contract/doc-comment.ts'
import type { PublishedPackage } from '../api-report.ts'
import type { DeclaredModules, Declared } from './declared-modules.ts'

/** Facts about a nameable member. */
export type Named = { readonly isDeprecated: boolean; /** `1.3.0` */ readonly since: string | undefined }

/** Each door with its exports, and each export with the paths below it; the export itself is the empty path. */
export type Surface = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Named>>>

/** Deeper members are not listed. */
const mostSteps = 6
/** Built-in types with the members of their argument. */
const transparent: ReadonlySet<string> = new Set(['Readonly', 'Partial', 'Required', 'Omit'])
/** Built-in types whose second argument removes members. */
const subtracting: ReadonlySet<string> = new Set(['Omit', 'Exclude', 'Extract'])
const plainText = /^[\w.:/@~-]+$/

/** Reads it from the declarations of the package. */
export function surfaceOf({ doors }: PublishedPackage, modules: DeclaredModules): Surface {
  const entries = Object.entries(doors).map(([door, path]) => [door, modules.exportsOf(path)] as const)
  const exported = new Set(entries.flatMap(([, names]) => [...names.values()].flatMap((all) => all.map(placeOf))))
  return new Map(
    entries.map(([door, names]) => [
      door,
      new Map([...names].map(([name, declared]) => [name, new Walk(modules, exported).from(declared)])),
    ]),
  )
}

function placeOf({ path, start }: Declared): string {
  return `${path}:${start}`
}

type Step = {
  readonly declared: Declared
  readonly path: string
  readonly steps: number
  /** Whether the members found here belong to the export itself, whatever their own names. */
  readonly isOwn: boolean
  /** Declarations that are being followed, so that one that holds itself is followed once. */
  readonly within: ReadonlySet<string>
}

class Walk {
  readonly #modules: DeclaredModules
  readonly #exported: ReadonlySet<string>
  readonly #found = new Map<string, Named>()

  constructor(modules: DeclaredModules, exported: ReadonlySet<string>) {
    this.#modules = modules
    this.#exported = exported
  }

  from(all: readonly Declared[]): ReadonlyMap<string, Named> {
    this.#found.set('', { isDeprecated: false, since: undefined })
    for (const declared of all) {
      this.#name('', declared, declared.start)
      this.#enter(declared.node, { declared, path: '', steps: 0, isOwn: true, within: new Set([placeOf(declared)]) })
    }
    return this.#found
  }

  #name(path: string, { source }: Declared, start: number): void {
    const begin = source.docs.get(source.text.slice(0, start).trimEnd().length)
    const doc =
      begin === undefined ? undefined : readDocComment(source.text.slice(begin + 3, source.text.indexOf('*/', begin)))
    const isDeprecated = doc?.deprecated !== undefined
    const since = /^since (\d+\.\d+\.\d+)\b/.exec(doc?.deprecated ?? '')?.[1]
    if (isDeprecated || !this.#found.has(path)) this.#found.set(path, { isDeprecated, since })
  }

  #enter(node: Node, step: Step): void {
    if (isMember(node)) return this.#member(node, step)
    if (isCallable(node)) return this.#callable(node, step)
    if (node.type === 'TSLiteralType') return this.#literal(node, step)
    if (node.type === 'TSTypeReference') return this.#reference(nameOf(node.typeName), node.typeArguments, step)
    if (node.type === 'TSInterfaceHeritage') return this.#reference(nameOf(node.expression), node.typeArguments, step)
    if (node.type === 'TSTypeQuery') return this.#follow(nameOf(node.exprName), step)
    if (node.type === 'TSImportType') return this.#import(node, step)
    if (node.type === 'TSConditionalType') return this.#all([node.trueType, node.falseType], step)
    if (!isTaken(node)) this.#all(childrenOf(node), step)
  }

  #all(nodes: readonly Node[], step: Step): void {
    for (const each of nodes) this.#enter(each, step)
  }

  #callable(node: Callable, step: Step): void {
    for (const [at, each] of node.params.entries()) {
      this.#all(childrenOf(each), { ...step, isOwn: false, path: `${step.path}(${at})` })
    }
    if (node.returnType) this.#enter(node.returnType, { ...step, isOwn: false, path: `${step.path}()` })
  }

  #member(node: Member, step: Step): void {
    const name = nameOf(node.key) || textOf(node.key)
    const isHidden = 'accessibility' in node && node.accessibility === 'private'
    if (name === undefined || !plainText.test(name) || isHidden || step.steps === mostSteps) return
    const path = `${step.path}.${name}`
    this.#name(path, step.declared, node.start)
    const below = { ...step, path, steps: step.steps + 1, isOwn: false }
    if (isCallable(node)) this.#callable(node, below)
    else this.#all(childrenOf(node), below)
  }

  #literal({ literal }: Extract<Node, { type: 'TSLiteralType' }>, { path }: Step): void {
    const text = textOf(literal)
    if (text !== undefined && plainText.test(text)) {
      this.#found.set(`${path}="${text}"`, { isDeprecated: false, since: undefined })
    }
  }

  #reference(name: string, typeArguments: TSTypeParameterInstantiation | null, step: Step): void {
    const [first, second, ...others] = typeArguments?.params ?? []
    if (name === 'Pick' && second !== undefined) return this.#pick(second, step)
    const given = subtracting.has(name) ? [first] : [first, second, ...others]
    const isOwn = step.isOwn && transparent.has(name)
    for (const each of given) if (each !== undefined) this.#enter(each, { ...step, isOwn })
    this.#follow(name, step)
  }

  #pick(names: TSType, { path }: Step): void {
    for (const each of names.type === 'TSUnionType' ? names.types : [names]) {
      const text = each.type === 'TSLiteralType' ? textOf(each.literal) : undefined
      if (text !== undefined) this.#found.set(`${path}.${text}`, { isDeprecated: false, since: undefined })
    }
  }

  #import({ source, qualifier }: Extract<Node, { type: 'TSImportType' }>, step: Step): void {
    if (qualifier === null) return
    this.#expand(this.#modules.imported(step.declared.path, source.value, nameOf(qualifier)), step)
  }

  #follow(name: string, step: Step): void {
    this.#expand(this.#modules.named(step.declared.path, name), step)
  }

  #expand(all: readonly Declared[], step: Step): void {
    for (const declared of all) {
      const place = placeOf(declared)
      if (step.within.has(place) || (!step.isOwn && this.#exported.has(place))) continue
      this.#enter(declared.node, { ...step, declared, within: new Set([...step.within, place]) })
    }
  }
}

type Callable = Extract<Node, { readonly returnType: unknown }>

function isCallable(node: Node): node is Callable {
  return 'params' in node && 'returnType' in node
}

type Member = Extract<
  Node,
  { readonly type: 'TSPropertySignature' | 'TSMethodSignature' | 'PropertyDefinition' | 'MethodDefinition' }
>

const members: ReadonlySet<string> = new Set([
  'TSPropertySignature',
  'TSMethodSignature',
  'PropertyDefinition',
  'MethodDefinition',
])

function isMember(node: Node): node is Member {
  return members.has(node.type)
}

/** Types that are used and not displayed: `keyof T`, `T['member']`, and constraints of type parameters. */
function isTaken(node: Node): boolean {
  if (node.type === 'TSTypeOperator') return node.operator === 'keyof'
  return node.type === 'TSIndexedAccessType' || node.type === 'TSTypeParameterDeclaration'
}

/** The children of a node, without its name. */
function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' || key === 'key' ? [] : [value].flat().filter(isNode),
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function textOf(node: Node): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** The name of an identifier; empty for another node. */
function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : ''
}
