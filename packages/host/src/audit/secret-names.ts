/**
 * Which values of an input never reach the audit log. By name, wherever the name stands: a secret that is hidden once
 * too often costs a look elsewhere, one that is written cannot be taken back from a sealed chain.
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

/** The names of secrets: those that are so by their words, and those that a schema marks. */
export class SecretNames {
  /** What is known of the names of the schema, so that no call has to look at their words. */
  readonly #known = new Map<string, boolean>()

  /** @param schema marks secrets by `writeOnly` or the format `password`, at any depth */
  constructor(schema?: JsonSchema) {
    this.#collect(schema)
  }

  has(name: string): boolean {
    return this.#known.get(name) ?? isSecretName(name)
  }

  #collect(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { properties } = node as { readonly properties?: unknown }
    if (typeof properties === 'object' && properties !== null) {
      for (const [name, property] of Object.entries(properties)) {
        this.#known.set(name, this.has(name) || isMarked(property))
      }
    }
    for (const child of Object.values(node)) this.#collect(child)
  }
}

/** A mark may stand inside the branches of what is optional or nullable. */
function isMarked(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return false
  const { writeOnly, format, anyOf, oneOf, allOf } = property as Readonly<Record<string, unknown>>
  if (writeOnly === true || format === 'password') return true
  return [anyOf, oneOf, allOf].some((branches) => Array.isArray(branches) && branches.some(isMarked))
}
