/**
 * Format of a sealed value: `v1.<key id>.<base64url of salt, nonce, ciphertext, tag>`.
 *
 * Each value has a key of its own, derived from the data key and a random salt, so that random nonces never meet under
 * one key however many values there are. GCM alone does not commit to its key: the key's id is part of the derivation
 * and of the associated data, along with the version and the place.
 */
import { strictBase64url } from './base64url.ts'
import { cipherOverhead, decipher, encipher, nonceLength } from './cipher.ts'
import type { DataKey } from './data-key.ts'
import { lengthPrefixed } from './length-prefixed.ts'
import { RandomPool } from './random-pool.ts'
import { SealBroken } from './seal-broken.ts'
import type { Place } from './vault.ts'

const version = 'v1'
const saltLength = 16

/** The longest value, in bytes: the largest stored answer and room for its headers. */
export const longestPlain = 4 * 1024 * 1024

const longestSealed = Math.ceil(((longestPlain + saltLength + cipherOverhead) * 4) / 3) + 128

/** Seals values under the data keys it is given. */
export class Envelopes {
  readonly #random = new RandomPool()

  seal(key: DataKey, plain: Uint8Array, place: Place): string {
    const salt = this.#random.take(saltLength)
    const nonce = this.#random.take(nonceLength)
    const message = encipher(key.valueKey(salt), { nonce, plain, bound: boundTo(key, place) })
    return `${version}.${key.id}.${Buffer.concat([salt, ...message]).toString('base64url')}`
  }

  /** @throws SealBroken */
  open(key: DataKey, sealed: string, place: Place): Buffer {
    if (sealed.length > longestSealed || !sealed.startsWith(`${version}.`)) throw new SealBroken()
    const end = sealed.indexOf('.', version.length + 1)
    const named = key.named(sealed.slice(version.length + 1, end))
    const bytes = strictBase64url(sealed.slice(end + 1))
    if (named === undefined || bytes === undefined || bytes.length < saltLength + cipherOverhead) throw new SealBroken()
    const valueKey = named.key.valueKey(bytes.subarray(0, saltLength))
    const bound = boundTo(named.key, named.workspace === undefined ? place : { ...place, orgId: named.workspace })
    return decipher(valueKey, bytes.subarray(saltLength), bound)
  }
}

function boundTo({ id }: DataKey, { orgId, plugin, field, row }: Place): Buffer {
  return lengthPrefixed([version, id, orgId, plugin, field, row])
}
