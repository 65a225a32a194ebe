/** Orders of certificates at a real authority, by processes on one database, at times that a test sets. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { createSecureContext, createServer as createTlsServer } from 'node:tls'
import { dnsChallengeText, type AcmeAnswer, type AcmeTransport } from '@host/acme'
import { Pebble, trustingTransport, type PebbleOptions } from '@host/acme/testing'
import {
  Problem,
  type Changeset,
  type ChangesetState,
  type DnsRecordSet,
  type DnsService,
  type DnsZoneChange,
} from '@host/plugin'
import { memoryBus } from '../../src/database/bus/memory-bus.ts'
import { DataAccess } from '../../src/database/data-access.ts'
import type { DomainChange } from '../../src/domain-changes/domain-change.ts'
import { hostModels } from '../../src/models/host-models.ts'
import { edgeModels } from '../../src/pipeline/edge/models.ts'
import { soleCoherence } from '../../src/security/coherence/sole-coherence.ts'
import { newSecretKey } from '../../src/security/encryption/secret-key.ts'
import type { AcmeConfig } from '../../src/tls/acme/acme-config.ts'
import { acmeModels } from '../../src/tls/acme/models.ts'
import { hostTables } from '../database/host-tables.ts'
import type { TestDatabase, TestDatabaseProduct } from '../database/test-databases.ts'
import { openAcmeProcess, type AcmeAuthority, type AcmeProcess, type AcmeProcessOptions } from './acme-process.ts'

/** The content of a request to the authority. */
type Payload = Readonly<Record<string, unknown>>

/** A problem of the authority. */
export interface RefusedRequest {
  readonly status: number
  /** Such as `rateLimited`. */
  readonly code: string
}

/** A planned change of a zone. */
interface LabChangeset {
  readonly title: string
  readonly zone: string
  state: ChangesetState
  readonly write: () => void
}

/** Options of a lab. */
export interface AcmeLabOptions extends Partial<
  Pick<AcmeConfig, 'challenge' | 'externalAccount' | 'profile' | 'email'>
> {
  readonly pebble?: PebbleOptions
  /** Hosts of the instance itself. */
  readonly own?: readonly string[]
}

const local = '127.0.0.1'

export class AcmeLab implements AsyncDisposable {
  readonly clock = { now: Date.now() }
  /** Recorded changes. */
  readonly changes: DomainChange[] = []
  /** Zones that workspaces manage here, by name. */
  readonly zones = new Map<string, string>()
  /** Facts that pebble lacks (2.4.0 of Debian has neither renewal information nor profiles), added to its directory: `renewalInfo` and members of `meta`. */
  readonly added: { renewalInfo?: string; meta?: Readonly<Record<string, unknown>> } = {}
  /** The window in which the authority advises to renew, in milliseconds since 1970. */
  window = { start: 0, end: 1 }
  /** Payloads of new orders. */
  readonly orders: Payload[] = []
  /** The problem that the authority answers to a request instead; undefined for the answer of pebble. */
  refuse: (url: string, payload: Payload | undefined) => RefusedRequest | undefined = () => undefined
  /** Awaited before each request to the authority, such as one that is slow. */
  before: (url: string, signal: AbortSignal) => Promise<void> = async () => undefined
  /** Whether the feature that manages zones is on in all workspaces. */
  isDnsOn = true
  /** Whether zones take changes. */
  takesChanges = true
  /** Zones whose provider can't be reached. */
  readonly down = new Set<string>()
  /** Zones that were to be changed, in order. */
  readonly attempts: string[] = []
  /** Whether changes of zones wait for a person. */
  needsApproval = false
  /** Changes of zones by their IDs, with their states, the oldest first. */
  readonly changesets = new Map<string, LabChangeset>()
  /** Workspaces whose feature is off. */
  readonly off = new Set<string>()
  readonly #opened = new AsyncDisposableStack()
  readonly #fresh: TestDatabase
  readonly #keys = [newSecretKey()]
  readonly #coherence = soleCoherence()
  readonly #bus = memoryBus()
  readonly #processes: AcmeProcess[] = []
  readonly #options: AcmeLabOptions
  #pebble: Pebble | undefined

  static async start(product: TestDatabaseProduct, options: AcmeLabOptions = {}): Promise<AcmeLab> {
    const lab = new AcmeLab(await product.create(hostTables), options)
    const [http, tls] = [await lab.#listen(lab.#httpServer()), await lab.#listen(lab.#tlsServer())]
    lab.#pebble = lab.#opened.use(await Pebble.start({ httpPort: http, tlsPort: tls, ...options.pebble }))
    return lab
  }

  constructor(fresh: TestDatabase, options: AcmeLabOptions) {
    this.#fresh = this.#opened.use(fresh)
    this.#options = options
  }

  get pebble(): Pebble {
    if (this.#pebble === undefined) throw new Error('The lab has not started.')
    return this.#pebble
  }

  /** One more process. The authority asks the newest one. */
  async process(changed: AcmeProcessOptions['config'] = {}): Promise<AcmeProcess> {
    const { own = [], ...options } = this.#options
    const started = await openAcmeProcess(this.#fresh, {
      authority: this.authority,
      config: { ...options, ...changed },
      own,
      keys: this.#keys,
      clock: () => this.clock.now,
      bus: this.#bus,
      coherence: this.#coherence,
      recorder: { record: async (change) => void this.changes.push(change) },
      dns: () => this.#dns(),
      isDnsOn: async () => this.isDnsOn,
      stateOf: async (_orgId, id) => this.changesets.get(id)?.state,
      serves: async (orgId) => !this.off.has(orgId),
      transport: this.#transport(trustingTransport(this.pebble.roots)),
    })
    this.#processes.push(started)
    return started
  }

  /** Facts for a process outside of this one. */
  get shared() {
    return { url: this.#fresh.url, keys: this.#keys, authority: this.authority, now: this.clock.now }
  }

  get authority(): AcmeAuthority {
    const { directoryUrl: directory, roots, names } = this.pebble
    return { directory, roots, resolverPort: names.port }
  }

  /** Makes a host answered for a workspace that has proved its name. @returns ends that */
  async answer(orgId: string, host: string): Promise<() => Promise<void>> {
    const [{ database }] = this.#processes as [AcmeProcess]
    const data = new DataAccess({ database, owners: [{ name: 'host', models: hostModels }], onDoor: () => undefined })
    const db = data.forHost(edgeModels)
    const name = host.replace('*.', '')
    const at = new Date(this.clock.now).toISOString()
    const proof = db.insertInto('edge_proofs').values({ org_id: orgId, name, proved_at: at })
    await proof.onConflict((conflict) => conflict.column('name').doNothing()).execute()
    await db.insertInto('edge_hosts').values({ org_id: orgId, host, plugin: 'links', page: null }).execute()
    return async () => void (await db.deleteFrom('edge_proofs').where('name', '=', name).execute())
  }

  /** A proof in a zone that a process left which died. */
  async leaveProof(orgId: string, name: string): Promise<void> {
    const [{ database }] = this.#processes as [AcmeProcess]
    const data = new DataAccess({ database, owners: [{ name: 'host', models: hostModels }], onDoor: () => undefined })
    const keyAuthorization = `left for ${name}`
    this.#write({
      zoneId: '',
      set: [{ name: `_acme-challenge.${name}`, type: 'TXT', ttl: 60, data: [textOf(keyAuthorization)] }],
    })
    const noted = { kind: 'dns-01' as const, subject: name, key_authorization: keyAuthorization, workspace: orgId }
    const values = { ...noted, created_at: new Date(this.clock.now).toISOString() }
    await data.forHost(acmeModels).insertInto('host_acme_challenges').values(values).execute()
  }

  /** A person applies the changes that wait. */
  approve(): void {
    for (const changeset of this.changesets.values()) if (changeset.state === 'planned') applyNow(changeset)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.disposeAsync()
  }

  get #newest(): AcmeProcess | undefined {
    return this.#processes.at(-1)
  }

  #httpServer(): Server {
    return createServer((request, response) => {
      const token = /^\/\.well-known\/acme-challenge\/(?<token>.+)$/.exec(request.url ?? '')?.groups?.['token'] ?? ''
      const answer = async (): Promise<void> => {
        const text = await this.#newest?.answers.httpAnswer(token)
        response.writeHead(text === undefined ? 404 : 200).end(text)
      }
      answer().catch(() => response.destroy())
    })
  }

  #tlsServer() {
    const server = createTlsServer({
      ALPNProtocols: ['acme-tls/1'],
      SNICallback: (name, callback) => {
        const answer = async (): Promise<void> => {
          const pair = await this.#newest?.answers.challengeCertificate(name)
          if (pair === undefined) return callback(new Error('unknown name'))
          return callback(null, createSecureContext(pair))
        }
        answer().catch(callback)
      },
    })
    return server.on('tlsClientError', () => undefined)
  }

  async #listen(server: NetServer): Promise<number> {
    server.listen(0, local)
    await once(server, 'listening')
    this.#opened.defer(() => new Promise((resolve) => server.close(() => resolve())))
    return (server.address() as AddressInfo).port
  }

  /** Pebble, with answers in front of it that it can't give. */
  #transport(pebble: AcmeTransport): AcmeTransport {
    return {
      fetch: async (signal, url, request) => {
        const { renewalInfo } = this.added
        if (renewalInfo !== undefined && url.startsWith(renewalInfo)) {
          return jsonAnswer({ suggestedWindow: isoWindow(this.window) })
        }
        const payload = payloadOf(request.body)
        if (payload?.['identifiers'] !== undefined) this.orders.push(payload)
        await this.before(url, signal)
        const refused = this.refuse(url, payload)
        if (refused !== undefined) return problemAnswer(refused)
        const answer = await pebble.fetch(signal, url, request)
        if (url !== this.pebble.directoryUrl) return answer
        const directory = JSON.parse(Buffer.from(answer.body).toString()) as { readonly meta: object }
        return jsonAnswer({ ...directory, ...this.added, meta: { ...directory.meta, ...this.added.meta } })
      },
    }
  }

  /** Zones whose records the authority sees. */
  #dns(): DnsService {
    const sets = this.#sets
    const zoneOf = async (orgId: string, name: string) => {
      const found = [...this.zones].find(
        ([zone, owner]) => owner === orgId && (name === zone || name.endsWith(`.${zone}`)),
      )
      const capabilities = { types: '*', ttl: { min: 1, max: 3_600 }, hasComments: false, hasProxy: false } as const
      const shape = { provider: 'lab', capabilities: { ...capabilities, isAtomic: true } }
      return found && { id: found[0], name: found[0], ...shape }
    }
    const apply: DnsService['apply'] = async (_orgId, { title, zones: [change] }) => {
      const zone = change?.zoneId ?? ''
      this.attempts.push(zone)
      if (this.down.has(zone)) throw new Error('The provider is down.')
      if (!this.takesChanges) throw new Problem('feature_disabled')
      const id = `chg_${this.changesets.size}`
      const changeset: LabChangeset = { title, zone, state: 'planned', write: () => this.#write(change) }
      this.changesets.set(id, changeset)
      if (!this.needsApproval) applyNow(changeset)
      return { id, state: changeset.state } as Changeset
    }
    return {
      zoneOf,
      apply,
      zones: async () => [],
      list: async () => [...sets.values()].map(({ set }) => set),
      plan: async () => undefined,
      delete: async () => undefined,
    }
  }

  #write(change: DnsZoneChange | undefined): void {
    const { names } = this.pebble
    const sets = this.#sets
    for (const { name } of [...(change?.set ?? []), ...(change?.delete ?? [])]) {
      for (const remove of sets.get(name)?.removals ?? []) remove()
      sets.delete(name)
    }
    for (const set of change?.set ?? []) {
      sets.set(set.name, { set, removals: set.data.map((data) => names.add(`${set.name}.`, set.type, data)) })
    }
  }

  readonly #sets = new Map<string, { readonly set: DnsRecordSet; readonly removals: readonly (() => void)[] }>()
}

function textOf(keyAuthorization: string): string {
  return `"${dnsChallengeText(keyAuthorization)}"`
}

function applyNow(changeset: { state: ChangesetState; readonly write: () => void }): void {
  changeset.write()
  changeset.state = 'applied'
}

function jsonAnswer(body: object): AcmeAnswer {
  return {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    body: Buffer.from(JSON.stringify(body)),
  }
}

function problemAnswer({ status, code }: RefusedRequest): AcmeAnswer {
  const type = `urn:ietf:params:acme:error:${code}`
  return {
    status,
    headers: new Headers({ 'content-type': 'application/problem+json' }),
    body: Buffer.from(JSON.stringify({ type, detail: 'refused by the lab' })),
  }
}

function isoWindow(window: AcmeLab['window']) {
  return { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() }
}

function payloadOf(body: string | undefined): Payload | undefined {
  const { payload = '' } = body === undefined ? {} : (JSON.parse(body) as { readonly payload?: string })
  if (payload === '') return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload
}
