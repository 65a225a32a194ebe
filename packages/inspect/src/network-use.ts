/**
 * Finds the network use of a module, without running it.
 *
 * A name counts where it is the platform's: a parameter, an import or a method called `fetch` is local, which scope
 * analysis tells apart. This finds ordinary code, not deliberately hidden code: a plugin runs in the host's process,
 * and the operator who composes it in trusts it.
 */
import type { ESTree } from 'rolldown/utils'
import { Visitor } from 'rolldown/utils'
import { freeNames, type FreeNames } from './free-names.ts'
import type { Finding } from './module-facts.ts'
import { readText } from './read-text.ts'

/** A module's network use, besides its imports. */
export interface NetworkUse {
  /** Names that open connections. */
  readonly network: readonly Finding[]
  /** Modules and globals whose names are computed at run time, and could open connections. */
  readonly unread: readonly Finding[]
}

const builtins = new Set(['net', 'tls', 'dgram', 'http', 'https', 'http2', 'quic', '_http_client', '_tls_wrap'])
const packages = new Set(['undici', 'ws', 'axios', 'node-fetch', 'got'])
const globals = new Set(['fetch', 'WebSocket', 'WebSocketStream', 'EventSource', 'XMLHttpRequest'])
/** The part of the contract with which a host opens destinations. */
const openers = new Set(['@host/plugin/outbound-policy'])

/** Whether a specifier's module opens connections. */
export function opensConnections(specifier: string): boolean {
  const [name = ''] = specifier.replace(/^node:/, '').split('/')
  return builtins.has(name) || packages.has(name) || openers.has(specifier)
}

/** Reads a parsed module; the parser has to give ranges, and the tree in the form of TypeScript. */
export function findNetworkUse(program: ESTree.Program, lineOf: (offset: number) => number): NetworkUse {
  const reader = new NetworkReader(freeNames(program), lineOf)
  reader.visit(program)
  return { network: reader.network, unread: reader.unread }
}

class NetworkReader {
  readonly network: Finding[] = []
  readonly unread: Finding[] = []
  readonly #free: FreeNames
  readonly #lineOf: (offset: number) => number
  /** Names that are only asked for: whether there is one opens nothing. */
  readonly #asked = new WeakSet<object>()

  constructor(free: FreeNames, lineOf: (offset: number) => number) {
    this.#free = free
    this.#lineOf = lineOf
  }

  visit(program: ESTree.Program): void {
    new Visitor({
      UnaryExpression: ({ operator, argument }) => void (operator === 'typeof' && this.#asked.add(argument)),
      TSTypeQuery: ({ exprName }) => void this.#asked.add(exprName),
      Identifier: (node) => this.#takeName(node),
      MemberExpression: (node) => {
        if (this.#isGlobalObject(node.object) && !this.#asked.has(node)) this.#takeMember(memberOf(node), node)
      },
      VariableDeclarator: ({ id, init }) => this.#takePattern(id, init),
      AssignmentExpression: ({ left, right }) => this.#takePattern(left, right),
      CallExpression: (node) => this.#takeCall(node),
      ImportExpression: ({ source }) => {
        if (readText(source) === undefined && !beginsInside(source)) this.#note(this.unread, 'import(…)', source)
      },
      TSExternalModuleReference: (node) => {
        if (opensConnections(node.expression.value)) this.#note(this.network, node.expression.value, node)
      },
    }).visit(program)
  }

  #takeName(node: ESTree.Span & { readonly name: string }): void {
    const isPlatforms = globals.has(node.name) && this.#free.has(node)
    if (isPlatforms && !this.#asked.has(node)) this.#note(this.network, node.name, node)
  }

  #takeMember(name: string | undefined, node: ESTree.Span): void {
    if (name === undefined) this.#note(this.unread, 'globalThis[…]', node)
    else if (globals.has(name)) this.#note(this.network, `globalThis.${name}`, node)
  }

  #takePattern(pattern: ESTree.Node, from: ESTree.Node | null): void {
    if (pattern.type !== 'ObjectPattern' || from === null || !this.#isGlobalObject(from)) return
    for (const property of pattern.properties) {
      if (property.type === 'Property') this.#takeMember(keyOf(property), property)
    }
  }

  /** `require`, `process.getBuiltinModule`, and every other call with the name of a builtin that opens connections. */
  #takeCall({ callee, arguments: [first], start, end }: ESTree.CallExpression): void {
    if (first === undefined) return
    const name = readText(first)
    const loader =
      callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? memberOf(callee) : ''
    const isLoader = loader === 'require' || loader === 'getBuiltinModule'
    if (name === undefined && isLoader) this.#note(this.unread, `${loader}(…)`, { start, end })
    else if (name !== undefined && (isLoader || name.startsWith('node:')) && opensConnections(name)) {
      this.#note(this.network, name, { start, end })
    }
  }

  #isGlobalObject(node: ESTree.Node): boolean {
    if (node.type === 'MemberExpression') return memberOf(node) === 'globalThis' && this.#isGlobalObject(node.object)
    return this.#free.isGlobalObject(node)
  }

  #note(list: Finding[], what: string, { start }: ESTree.Span): void {
    list.push({ what, line: this.#lineOf(start) })
  }
}

/** Whether a path begins in the package, wherever it ends: no module of the platform lies there. */
function beginsInside(source: ESTree.Node): boolean {
  return source.type === 'TemplateLiteral' && /^\.{1,2}\//.test(source.quasis[0]?.value.cooked ?? '')
}

function memberOf({ property, computed }: ESTree.MemberExpression): string | undefined {
  if (computed) return readText(property)
  return 'name' in property ? property.name : undefined
}

function keyOf({ key, computed }: { readonly key: ESTree.Node; readonly computed: boolean }): string | undefined {
  return !computed && key.type === 'Identifier' ? key.name : readText(key)
}
