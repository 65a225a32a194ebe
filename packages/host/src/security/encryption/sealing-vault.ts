import type { MaybePromise } from '@host/plugin'
import type { DataKey } from './data-key.ts'
import type { DataKeys } from './data-keys.ts'
import { Envelopes, longestPlain } from './envelope.ts'
import { SealBroken } from './seal-broken.ts'
import type { Place, Vault } from './vault.ts'

const longestName = 1_000

/** The vault of a host over its data keys. */
export class SealingVault implements Vault {
  readonly #keys: DataKeys
  readonly #instanceKey: DataKey
  readonly #envelopes = new Envelopes()

  /** @param instanceKey in hand from the start, so that deriving never waits */
  constructor(keys: DataKeys, instanceKey: DataKey) {
    this.#keys = keys
    this.#instanceKey = instanceKey
  }

  seal(plain: string | Uint8Array, place: Place): MaybePromise<string> {
    const workspace = workspaceOf(place)
    const bytes = bytesOf(plain)
    const key = this.#keys.known(workspace)
    if (key !== undefined) return this.#envelopes.seal(key, bytes, place)
    return this.#keys.need(workspace).then((made) => this.#envelopes.seal(made, bytes, place))
  }

  open(sealed: string, place: Place): MaybePromise<Buffer> {
    const workspace = workspaceOf(place)
    const key = this.#keys.known(workspace)
    if (key !== undefined) return this.#envelopes.open(key, sealed, place)
    return this.#keys.find(workspace).then((found) => {
      if (found === undefined) throw new SealBroken()
      return this.#envelopes.open(found, sealed, place)
    })
  }

  derive(purpose: string): Buffer {
    return this.#instanceKey.derive(purpose)
  }
}

/** The name of a place's key. @throws TypeError for a place that is not named in full */
function workspaceOf({ orgId, plugin, field, row }: Place): string {
  requireName('A workspace', orgId ?? 'instance')
  requireName('A plugin', plugin)
  requireName('A field', field)
  requireName('A row', row ?? 'none')
  return orgId ?? ''
}

function requireName(what: string, text: unknown): void {
  if (typeof text === 'string' && text !== '' && text.length <= longestName && text.isWellFormed()) return
  throw new TypeError(
    `${what} that a value is sealed for is named by 1 to ${longestName} characters of well-formed Unicode.`,
  )
}

/** Text that UTF-8 can't hold would come back as another text, so it is refused. */
function bytesOf(plain: string | Uint8Array): Uint8Array {
  if (typeof plain === 'string' && !plain.isWellFormed()) {
    throw new TypeError("Text with an unpaired surrogate is not valid Unicode and can't be encrypted.")
  }
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain
  if (bytes.length > longestPlain) {
    throw new RangeError(`An encrypted value can have at most ${longestPlain} bytes; this one has ${bytes.length}.`)
  }
  return bytes
}
