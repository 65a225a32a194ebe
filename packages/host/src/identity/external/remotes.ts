import type { PluginFacts } from '@host/plugin'
import type { SafeHttpClient } from '@host/plugin/safehttp'
import { callbackPath } from './callback-path.ts'
import type { ClientSecrets } from './client-secrets.ts'
import { SignInFault } from './fault.ts'
import { GitHubRemote } from './github-remote.ts'
import type { Issuers } from './issuers.ts'
import { OpenIdRemote } from './openid-remote.ts'
import type { Provider } from './provider.ts'
import type { Remote, RemoteClient } from './remote.ts'

/** Options of speaking to providers. */
export interface RemotesOptions {
  readonly http: SafeHttpClient
  readonly issuers: Issuers
  readonly secrets: ClientSecrets
  /** The public address of this host; undefined if not configured. */
  readonly publicUrl: URL | undefined
  /** The plugins as they were mounted. */
  catalog(): readonly PluginFacts[]
}

/** Speaks to the providers of this host, each in its way. */
export class Remotes {
  readonly #options: RemotesOptions
  readonly #openId: Remote
  readonly #gitHub: Remote

  constructor(options: RemotesOptions) {
    this.#options = options
    this.#openId = new OpenIdRemote(options.http, options.issuers)
    this.#gitHub = new GitHubRemote(options.http)
  }

  of({ kind }: Provider): Remote {
    return kind === 'github' ? this.#gitHub : this.#openId
  }

  /** Where browsers come back to; a path alone without a public URL. */
  callbackUrl(name: string): string {
    const { publicUrl, catalog } = this.#options
    const path = callbackPath(name, catalog())
    return publicUrl === undefined ? path : new URL(path, publicUrl).href
  }

  /** The client that this host is at a provider. @throws SignInFault without a public URL, which no request can stand in for */
  async clientOf({ name, issuer, clientId, clientSecret, orgId }: Provider): Promise<RemoteClient> {
    const { secrets, publicUrl } = this.#options
    if (publicUrl === undefined) throw new SignInFault('sso_unavailable', 'HOST_PUBLIC_URL is not set')
    const owner = orgId === undefined ? { key: name } : { orgId }
    return {
      issuer,
      clientId,
      clientSecret: await secrets.open(clientSecret, owner),
      redirectUri: this.callbackUrl(name),
    }
  }
}
