import assert from 'node:assert/strict'
import { createPublicKey, randomUUID, verify, type webcrypto } from 'node:crypto'
import type { TestHost } from '@host/testing'
import {
  activateLicense,
  createLicenses,
  createProduct,
  deactivateLicense,
  listActivations,
  revealLicense,
  validateLicense,
  type License,
} from '../../shared.ts'

const calls = {
  activate: activateLicense,
  validate: validateLicense,
  deactivate: deactivateLicense,
  list: listActivations,
}

/** The facts of a signed answer. */
export interface SignedFacts {
  readonly code: string
  readonly machines?: readonly { readonly fingerprint: string }[]
  readonly [name: string]: unknown
}

type PublicKey = webcrypto.JsonWebKey & { readonly kid: string }

/** A product with licenses, and the program that was sold. */
export class LicenseLab {
  readonly host: TestHost
  readonly product: string
  #calls = 0
  #keys: readonly PublicKey[] | undefined

  private constructor(host: TestHost, product: string) {
    this.host = host
    this.product = product
  }

  static async open(host: TestHost): Promise<LicenseLab> {
    const { id } = await host.as('owner').call(createProduct, { name: `Editor ${randomUUID()}` })
    return new LicenseLab(host, id)
  }

  /** Moves the clock, beyond the session's proof of who its owner is. */
  async later(by: Parameters<TestHost['clock']['advance']>[0]): Promise<void> {
    this.host.clock.advance(by)
    await this.host.as('owner').signIn()
  }

  /** Creates a license. @returns it with its keys */
  async license(more: object = {}): Promise<License & { readonly signedKey: string; readonly shortKey: string }> {
    const owner = this.host.as('owner')
    const { items } = await owner.call(createLicenses, { productId: this.product, ...more })
    const [license] = items
    assert.ok(license !== undefined)
    const { signedKey, shortKey } = await owner.call(revealLicense, { id: license.id })
    return { ...license, signedKey: signedKey ?? '', shortKey }
  }

  /**
   * A call of the program.
   * @returns the facts of the answer, whose signature and nonce were checked; only the code of one without a signature
   */
  async ask(action: keyof typeof calls, key: string, more: object = {}): Promise<SignedFacts> {
    this.#calls += 1
    const nonce = `nonce-number-${this.#calls}`
    const workspace = this.host.workspaces.here
    const body = { key, product: this.product, nonce, ...more }
    const response = await this.host.as('anonymous').post(`/api/x/products/licenses/${workspace}/${action}`, body)
    if (response.status === 429) return { code: 'too_many_requests' }
    assert.equal(response.status, 200, await response.clone().text())
    const { code, answer } = (await response.json()) as { code: string; answer: string | null }
    if (answer === null) return { code }
    const facts = await this.verified(answer, (this.#keys ??= await this.#publicKeys()))
    assert.deepEqual([facts.code, facts['nonce'], facts['action']], [code, nonce, action])
    return facts
  }

  /**
   * Checks a signature over the text before the last dot, or over the payload of a license key.
   * @param keys those of the workspace, unless a caller knows them
   * @returns the payload
   */
  async verified(text: string, keys?: readonly PublicKey[]): Promise<SignedFacts> {
    const [, payload = ''] = text.split('.')
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignedFacts
    const key = (keys ?? (await this.#publicKeys())).find(({ kid }) => kid === facts['key'])
    if (key === undefined && keys !== undefined) return await this.verified(text)
    assert.ok(key !== undefined)
    const end = text.lastIndexOf('.')
    const signed = text.startsWith('HK1.') ? payload : text.slice(0, end)
    const publicKey = createPublicKey({ key, format: 'jwk' })
    assert.ok(verify(null, Buffer.from(signed), publicKey, Buffer.from(text.slice(end + 1), 'base64url')))
    return facts
  }

  async #publicKeys(): Promise<readonly PublicKey[]> {
    const path = `/api/x/products/license-keys/${this.host.workspaces.here}`
    const response = await this.host.as('anonymous').get(path)
    return ((await response.json()) as { readonly keys: readonly PublicKey[] }).keys
  }
}
