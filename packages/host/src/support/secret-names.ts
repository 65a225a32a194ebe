/**
 * Input values that never reach the audit log. Decided by name, wherever it occurs: a value masked unnecessarily costs
 * a look elsewhere, a written secret cannot be removed from a sealed chain.
 */
import type { JsonSchema } from '@host/plugin'

/** Alone or as one word of a name such as `signingKey`. */
const words = new Set(
  'auth authorization bearer cookie cookies credential credentials csrf hmac jwt key keys otp passcode passkey passphrase password passwords passwd pin pwd secret secrets seed signature token tokens totp'.split(
    ' ',
  ),
)

/** Also where nothing sets the words apart, as in `apikey` or `accesstoken`. */
const parts = /password|passwd|passphrase|secret|token|credential|authorization|cookie|apikey|privatekey/

/** Whether a name is that of a secret. */
export function isSecretName(name: string): boolean {
  const split = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return parts.test(split.replaceAll(/[^a-z]/g, '')) || split.split(/[^a-z]+/).some((word) => words.has(word))
}

/** How a value is hidden: all of it, or all of an address but its host. */
export type SecretKind = 'whole' | 'address'

/** The names of secrets: those that are so by their words, and those that a schema marks. */
export class SecretNames {
  /** The names of the schema; undefined for a name without a secret. */
  readonly #known = new Map<string, SecretKind | undefined>()
  readonly #more: ReadonlySet<string>

  /**
   * @param schema marks secrets by `writeOnly` or the format `password`, at any depth; `writeOnly` with the format `uri`
   * marks an address
   * @param more names that are secret where the schema does not have them
   */
  constructor(schema?: JsonSchema, more: ReadonlySet<string> = new Set()) {
    this.#more = more
    this.#collect(schema)
  }

  has(name: string): boolean {
    return this.kindOf(name) !== undefined
  }

  /** How a value of this name is hidden; undefined where it may be shown. */
  kindOf(name: string): SecretKind | undefined {
    if (this.#known.has(name)) return this.#known.get(name)
    return this.#more.has(name) || isSecretName(name) ? 'whole' : undefined
  }

  #collect(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { properties } = node as { readonly properties?: unknown }
    if (typeof properties === 'object' && properties !== null) {
      for (const [name, property] of Object.entries(properties)) this.#learn(name, markOf(property))
    }
    for (const child of Object.values(node)) this.#collect(child)
  }

  /** One name at several depths is hidden by its strictest mark. */
  #learn(name: string, mark: SecretKind | undefined): void {
    const known = this.#known.get(name)
    if (known === 'whole' || isSecretName(name)) this.#known.set(name, 'whole')
    else this.#known.set(name, mark ?? known)
  }
}

/** A mark may stand inside the branches of an optional or nullable property. */
function markOf(property: unknown): SecretKind | undefined {
  if (typeof property !== 'object' || property === null) return undefined
  const { writeOnly, format, anyOf, oneOf, allOf } = property as Readonly<Record<string, unknown>>
  if (writeOnly === true) return format === 'uri' ? 'address' : 'whole'
  if (format === 'password') return 'whole'
  const marks = [anyOf, oneOf, allOf].flatMap((branches) => (Array.isArray(branches) ? branches.map(markOf) : []))
  return marks.includes('whole') ? 'whole' : marks.find((mark) => mark !== undefined)
}
