import { X509Certificate, type KeyObject } from 'node:crypto'
import { AcmeError } from '../acme-error.ts'
import { acmeLimits } from '../acme-limits.ts'
import { readFields } from '../answers/answer-fields.ts'
import {
  readAuthorization,
  readOrder,
  type AcmeAuthorization,
  type AcmeChallenge,
  type AcmeOrder,
} from '../answers/order.ts'
import { identifierOf } from './identifier.ts'
import { keyAuthorization } from './json-signature.ts'
import { locationOf, type Authority, type SignedRequest } from './authority.ts'
import type { AcmeAnswer } from './transport.ts'

/** A new order. */
export interface NewOrder {
  /** DNS names in ASCII, wildcards included, or IP addresses; at most 100. */
  readonly names: readonly string[]
  /** One of the directory's. */
  readonly profile?: string | undefined
  /** Identity of the certificate that it renews (RFC 9773, section 5). */
  readonly replaces?: string | undefined
}

/** An account at an authority. Every method throws `AcmeError`, or the reason of its signal. */
export class AcmeAccount {
  readonly #authority: Authority
  readonly #key: KeyObject
  /** Names it at the authority. */
  readonly url: string

  constructor(authority: Authority, key: KeyObject, url: string) {
    this.#authority = authority
    this.#key = key
    this.url = url
  }

  /** Replaces where the authority may write to (RFC 8555, section 7.3.2). @param emails addresses; none removes them all */
  async updateContact(signal: AbortSignal, emails: readonly string[]): Promise<void> {
    await this.#send(signal, { url: this.url, payload: { contact: emails.map((email) => `mailto:${email}`) } })
  }

  /** @throws {AcmeError} `invalidProfile` for a profile that the authority doesn't have */
  async createOrder(signal: AbortSignal, { names, profile, replaces }: NewOrder): Promise<AcmeOrder> {
    if (names.length === 0 || names.length > acmeLimits.names) throw new RangeError('an order has 1 to 100 names')
    const directory = await this.#authority.directory(signal)
    if (profile !== undefined && !directory.profiles.includes(profile)) {
      throw new AcmeError('invalidProfile', `The authority has no profile "${profile}".`)
    }
    const payload = {
      identifiers: names.map(identifierOf),
      ...(profile !== undefined && { profile }),
      ...(replaces !== undefined && directory.renewalInfo !== undefined && { replaces }),
    }
    const answer = await this.#send(signal, { url: directory.newOrder, payload })
    return this.#order(locationOf(answer), answer)
  }

  async readOrder(signal: AbortSignal, url: string): Promise<AcmeOrder> {
    return this.#order(url, await this.#send(signal, { url }))
  }

  async readAuthorization(signal: AbortSignal, url: string): Promise<AcmeAuthorization> {
    const answer = await this.#send(signal, { url })
    return readAuthorization(readFields(answer.body), { url, retryAfter: this.#authority.waitOf(answer) })
  }

  /** Asks the authority to look, once the proof can be seen. */
  async acceptChallenge(signal: AbortSignal, { url }: Pick<AcmeChallenge, 'url'>): Promise<void> {
    await this.#send(signal, { url, payload: {} })
  }

  /** @param request in DER, of `createCertificateRequest`, for exactly the names of the order */
  async finalizeOrder(signal: AbortSignal, order: AcmeOrder, request: Uint8Array): Promise<AcmeOrder> {
    const payload = { csr: Buffer.from(request).toString('base64url') }
    return this.#order(order.url, await this.#send(signal, { url: order.finalizeUrl, payload }))
  }

  /** The certificate and those of its issuers, as PEM. It is not checked. */
  async downloadChain(signal: AbortSignal, url: string): Promise<string> {
    const answer = await this.#send(signal, { url, accept: 'application/pem-certificate-chain' })
    return Buffer.from(answer.body).toString('latin1')
  }

  /** @param pem the certificate, or a chain that begins with it */
  async revokeCertificate(signal: AbortSignal, pem: string): Promise<void> {
    const { revokeCert } = await this.#authority.directory(signal)
    if (revokeCert === undefined) throw new AcmeError('unsupported', 'The authority revokes no certificates.')
    const payload = { certificate: new X509Certificate(pem).raw.toString('base64url') }
    await this.#send(signal, { url: revokeCert, payload })
  }

  /** The text that proves a challenge to the authority. */
  keyAuthorization({ token }: Pick<AcmeChallenge, 'token'>): string {
    return keyAuthorization(token, this.#key)
  }

  #order(url: string, answer: AcmeAnswer): AcmeOrder {
    return readOrder(readFields(answer.body), { url, retryAfter: this.#authority.waitOf(answer) })
  }

  async #send(signal: AbortSignal, request: Pick<SignedRequest, 'url' | 'payload' | 'accept'>): Promise<AcmeAnswer> {
    return await this.#authority.send(signal, { ...request, key: this.#key, signer: { kid: this.url } })
  }
}
