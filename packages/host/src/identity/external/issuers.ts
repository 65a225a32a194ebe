/**
 * Metadata of issuers, cached for ten minutes in bounded number. The keys of an issuer belong to its metadata: the
 * protocol library keeps them as long as the same object is used, at most five minutes.
 */
import { customFetch, discoveryRequest, processDiscoveryResponse, type AuthorizationServer } from 'oauth4webapi'
import type { SafeHttpClient } from '@host/plugin/safehttp'
import { RecentMap } from '../../support/recent-map.ts'
import { SignInFault } from './fault.ts'
import { safeFetch } from './safe-fetch.ts'

const capacity = 200
/** In milliseconds. */
const keptFor = 10 * 60_000

/** Metadata in which everything is there that a sign-in needs. */
export interface IssuerMetadata extends AuthorizationServer {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
}

interface Known {
  readonly metadata: IssuerMetadata
  readonly since: number
}

export class Issuers {
  readonly #client: SafeHttpClient
  readonly #clock: () => number
  readonly #known = new RecentMap<string, Known>(capacity)

  constructor(client: SafeHttpClient, clock: () => number) {
    this.#client = client
    this.#clock = clock
  }

  /** @throws SignInFault, SafeHttpError or an error of the protocol library */
  async read(issuer: string): Promise<IssuerMetadata> {
    const known = this.#known.get(issuer)
    const age = known === undefined ? Infinity : this.#clock() - known.since
    if (known !== undefined && age >= 0 && age < keptFor) return known.metadata
    const metadata = await this.ask(issuer)
    this.#known.set(issuer, { metadata, since: this.#clock() })
    return metadata
  }

  /** Forgets an issuer, whose keys may have changed. */
  forget(issuer: string): void {
    this.#known.delete(issuer)
  }

  /** Fetches without using the cache. @throws as `read` */
  async ask(issuer: string): Promise<IssuerMetadata> {
    const expected = new URL(issuer)
    const answer = await discoveryRequest(expected, { [customFetch]: safeFetch(this.#client) })
    const metadata = await processDiscoveryResponse(expected, answer)
    // The library compares URLs; tokens contain a text, so texts must be equal.
    if (metadata.issuer !== issuer) {
      throw new SignInFault('sso_failed', 'The provider reports a different issuer')
    }
    return complete(metadata)
  }
}

function complete(metadata: AuthorizationServer): IssuerMetadata {
  const { authorization_endpoint: authorization, token_endpoint: token, jwks_uri: keys } = metadata
  for (const url of [authorization, token, keys]) {
    if (typeof url !== 'string' || !URL.canParse(url) || new URL(url).protocol !== 'https:') {
      throw new SignInFault('sso_failed', 'The provider has an endpoint without an https address')
    }
  }
  return metadata as IssuerMetadata
}
