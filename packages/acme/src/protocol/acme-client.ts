import type { KeyObject } from 'node:crypto'
import { AcmeError } from '../acme-error.ts'
import { readFields, requireText } from '../answers/answer-fields.ts'
import type { AcmeDirectory } from '../answers/directory.ts'
import { readRenewalWindow, type RenewalWindow } from '../answers/renewal-window.ts'
import { AcmeAccount } from './acme-account.ts'
import { Authority, locationOf } from './authority.ts'
import type { ExchangeOptions } from './exchange.ts'
import { bindExternalAccount, publicKeyFields, type ExternalAccount } from './json-signature.ts'

/** Options of a client. */
export interface AcmeClientOptions extends Omit<ExchangeOptions, 'clock'> {
  /** Of the authority's directory, with https. */
  readonly directoryUrl: string
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: () => number
}

/** Facts of a new account. */
export interface RegisterOptions {
  /** On P-256. */
  readonly key: KeyObject
  /** Email addresses that the authority may write to. */
  readonly emails?: readonly string[]
  readonly externalAccount?: ExternalAccount | undefined
}

/**
 * A client of one authority (RFC 8555). It remembers the directory and unused nonces, and nothing that must survive it.
 * Every method throws `AcmeError`, or the reason of its signal.
 *
 * @example
 * const client = new AcmeClient({ directoryUrl, transport, userAgent: 'example/1.0' })
 * const account = await client.register(signal, { key: createCertificateKey() })
 * const order = await account.createOrder(signal, { names: ['example.com'] })
 */
export class AcmeClient {
  readonly #authority: Authority

  /** @throws {AcmeError} `bad_answer` for a directory without https */
  constructor({ directoryUrl, clock = Date.now, ...options }: AcmeClientOptions) {
    this.#authority = new Authority(directoryUrl, { ...options, clock })
  }

  /** The authority's directory, asked for once. */
  async directory(signal: AbortSignal): Promise<AcmeDirectory> {
    return await this.#authority.directory(signal)
  }

  /** Creates an account, or finds the one of the same key. Its terms of service are agreed to. */
  async register(signal: AbortSignal, { key, emails = [], externalAccount }: RegisterOptions): Promise<AcmeAccount> {
    const { newAccount, requiresExternalAccount } = await this.directory(signal)
    if (requiresExternalAccount && externalAccount === undefined) {
      throw new AcmeError(
        'externalAccountRequired',
        'The authority wants an account of its own (external account binding).',
      )
    }
    const jwk = publicKeyFields(key)
    const payload = {
      termsOfServiceAgreed: true,
      contact: emails.map((email) => `mailto:${email}`),
      ...(externalAccount && { externalAccountBinding: bindExternalAccount(externalAccount, jwk, newAccount) }),
    }
    const answer = await this.#authority.send(signal, { url: newAccount, key, signer: { jwk }, payload })
    const status = requireText(readFields(answer.body), 'status')
    if (status !== 'valid') throw new AcmeError('unauthorized', 'The account at the authority is not in use any more.')
    return this.account(key, locationOf(answer))
  }

  /** An account that was registered before. @param url as `AcmeAccount` had it */
  account(key: KeyObject, url: string): AcmeAccount {
    return new AcmeAccount(this.#authority, key, url)
  }

  /**
   * When the authority wishes a certificate to be renewed (RFC 9773).
   *
   * @param identity of `certificateIdentity`
   * @returns `undefined` where the authority doesn't advise on it
   */
  async renewalWindow(signal: AbortSignal, identity: string): Promise<RenewalWindow | undefined> {
    const { renewalInfo } = await this.directory(signal)
    if (renewalInfo === undefined) return undefined
    const url = `${renewalInfo.replace(/\/$/, '')}/${identity}`
    const answer = await this.#authority.get(signal, url)
    return readRenewalWindow(readFields(answer.body), this.#authority.waitOf(answer))
  }
}
