import { hasRole, type Role } from '@host/plugin'
import { Accounts, Sessions } from '@host/plugin/platform'
import { FrontDoorClient, type TestClient } from '../../test-client.ts'
import type { TestHost } from '../../test-host.ts'
import type { AskedRoute } from './live-facts.ts'
import { probePaths, probeScope } from './probe-plugin.ts'

/** A caller, with the name used in findings. */
export interface Caller {
  readonly who: string
  readonly client: TestClient
  readonly headers?: Readonly<Record<string, string>>
}

const roles: readonly Role[] = ['member', 'admin', 'owner']

/** All callers of a plugin's routes on one host. */
export class Callers {
  readonly #host: TestHost
  readonly #tokens = new Map<string, Caller>()
  #loner: Caller | undefined

  constructor(host: TestHost) {
    this.#host = host
  }

  get anonymous(): Caller {
    return { who: 'an anonymous client', client: this.#host.as('anonymous') }
  }

  /** The owner of the other workspace. */
  get neighbour(): Caller {
    return { who: 'the owner of another workspace', client: this.#host.as('otherOwner') }
  }

  get owner(): Caller {
    return { who: 'an owner', client: this.#host.as('owner') }
  }

  /** The caller with the least rights that a route accepts. */
  lowest({ audience }: AskedRoute): Caller {
    if (audience === 'public') return this.anonymous
    if (audience === 'instance') return { who: 'an instance admin', client: this.#host.as('instanceAdmin') }
    const role = audience === 'user' ? 'member' : audience
    return { who: `a user with the role ${role}`, client: this.#host.as(role) }
  }

  /** Callers of the workspace whose role is too low. */
  tooLow({ audience }: AskedRoute): readonly Caller[] {
    if (audience === 'public' || audience === 'user' || audience === 'instance') return []
    return roles
      .filter((role) => !hasRole(role, audience))
      .map((role) => ({ who: `a user with the role ${role}`, client: this.#host.as(role) }))
  }

  /** A user without a workspace. */
  async loner(): Promise<Caller> {
    if (this.#loner !== undefined) return this.#loner
    const person = { name: 'Lona Loner', email: 'loner@host.test', password: 'tea-houses by the sea' }
    const { id } = await this.#host.service(Accounts).create(person)
    const client = new FrontDoorClient({
      fetch: (request) => this.#host.fetch(request),
      signIn: async () => {
        const { cookie, me } = await this.#host.service(Sessions).start(new Request('http://host.test/'), id)
        return { cookie, csrfToken: me.csrfToken }
      },
      faultOf: () => undefined,
    })
    await client.signIn()
    this.#loner = { who: 'a user without a workspace', client }
    return this.#loner
  }

  /** A token of the owner that opens nothing of the plugin. */
  async narrowToken(): Promise<Caller> {
    return await this.#token('workspace', [probeScope], 'an API token without its scope')
  }

  /** A token with the first scope that a route takes. */
  async fittingToken({ audience, scopes }: AskedRoute): Promise<Caller> {
    return await this.#token(
      audience === 'instance' ? 'instance' : 'workspace',
      scopes.slice(0, 1),
      `an API token with ${scopes[0] ?? 'no scope'}`,
    )
  }

  async #token(kind: 'workspace' | 'instance', scopes: readonly string[], who: string): Promise<Caller> {
    const key = `${kind} ${scopes.join(' ')}`
    const known = this.#tokens.get(key)
    if (known !== undefined) return known
    const holder = this.#host.as(kind === 'instance' ? 'instanceAdmin' : 'owner')
    await holder.signIn()
    const answer = await holder.post(probePaths.tokens, { kind, scopes })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`No token with ${scopes.join(', ')} could be created: ${text}`)
    const { secret } = JSON.parse(text) as { readonly secret: string }
    const caller = { who, client: this.#host.as('anonymous'), headers: { authorization: `Bearer ${secret}` } }
    this.#tokens.set(key, caller)
    return caller
  }
}
