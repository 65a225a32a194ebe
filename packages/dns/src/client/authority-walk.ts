import { DnsError } from '../dns-error.ts'
import { rcodes, type Message } from '../message/message.ts'
import { isSameName, isWithin, parentOf } from '../names.ts'
import { askServer, type ServerOptions } from './ask-server.ts'
import { lameError, noAddressError, type AskedZone, type FailedServer } from './authority-error.ts'
import { timeoutError } from './deadline.ts'
import type { Authority, AuthorityServer } from './find-authority.ts'
import { rcodeError } from './rcode-error.ts'
import { addressesIn, isAnswer, referralIn, serversIn, zoneIn } from './referral.ts'

export interface WalkOptions extends Pick<ServerOptions, 'isAllowedAddress' | 'port' | 'signal'> {
  /** Addresses of root servers, or of resolvers: these find the parent zone and the addresses of servers. */
  readonly start: { readonly roots: readonly string[] } | { readonly resolvers: readonly string[] }
  readonly maxQuestions: number
}

/** Zones between the start and a name. */
const maxReferrals = 16
/** Servers whose names are in zones whose servers have no addresses, and so on. */
const maxNesting = 4

/** One walk: its questions are counted over all names that it looks up. */
export class AuthorityWalk {
  readonly #options: WalkOptions
  #questions = 0
  #asked: AskedZone | undefined

  constructor(options: WalkOptions) {
    this.#options = options
  }

  /** The zone whose servers were asked last about the name of the walk. */
  get asked(): AskedZone | undefined {
    return this.#asked
  }

  async find(name: string, nesting = 0): Promise<Authority> {
    let zone = await this.#firstZone(name, nesting)
    for (let depth = 0; depth < maxReferrals; depth += 1) {
      const below = await this.#descend(name, zone, nesting)
      if (below === undefined) return zone
      zone = { ...below, servers: await this.#complete(below.servers, nesting) }
    }
    throw new DnsError('no_authority', `The delegations to ${name} are too deep.`)
  }

  /** The root, or the parent of the zone that has the name as resolvers see it. */
  async #firstZone(name: string, nesting: number): Promise<Authority> {
    const { start } = this.#options
    if ('roots' in start) return { zone: '.', parent: '.', servers: [{ host: '.', addresses: start.roots }] }
    const zone = await this.#nearestZone(name)
    const above = await this.#nearestZone(parentOf(zone.zone) ?? '.')
    return { ...above, servers: await this.#complete(above.servers, nesting) }
  }

  /** The closest zone at or above a name, by its own NS records. */
  async #nearestZone(name: string): Promise<Authority> {
    for (let zone: string | undefined = name; zone !== undefined; zone = parentOf(zone)) {
      const message = await this.#resolve(zone, 'NS')
      const servers = serversIn(message?.answers ?? [], zone, [])
      if (servers.length > 0) return { zone, parent: zone, servers }
    }
    throw new DnsError('no_authority', "The resolvers don't answer.")
  }

  /** The zone below that has the name; `undefined` when this zone has it. */
  async #descend(name: string, zone: Authority, nesting: number): Promise<Authority | undefined> {
    const failed: FailedServer[] = []
    if (nesting === 0) this.#asked = { zone: zone.zone, servers: failed }
    for (const { host, addresses } of zone.servers) {
      if (addresses.length === 0) failed.push({ host, address: undefined, error: noAddressError(host) })
      for (const address of addresses) {
        // When time runs out, the server that is being asked is the one that was too slow.
        const at = failed.push({ host, address, error: timeoutError(address) }) - 1
        const message = await this.#answerOf(address, { name, type: 'SOA' })
        const below = message instanceof DnsError ? undefined : referralIn(message, name, zone.zone)
        if (below !== undefined) return below
        if (!(message instanceof DnsError) && isAnswer(message)) {
          return this.#zoneOnSameServer(message, name, { address, zone })
        }
        failed[at] = { host, address, error: message instanceof DnsError ? message : lameError(address) }
      }
    }
    throw new DnsError('no_authority', `No server of the zone ${zone.zone} answers for ${name}`)
  }

  /** A server that has both a zone and its parent answers from the lower one, and refers to nothing. */
  async #zoneOnSameServer(
    answer: Message,
    name: string,
    { address, zone }: { readonly address: string; readonly zone: Authority },
  ): Promise<Authority | undefined> {
    const found = zoneIn(answer, name)
    if (found === undefined || isSameName(found, zone.zone) || !isWithin(found, zone.zone)) return undefined
    const message = await this.#ask(address, { name: found, type: 'NS' })
    const servers = serversIn(message?.answers ?? [], found, message?.additionals ?? [])
    return servers.length === 0 ? undefined : { zone: found, parent: zone.zone, servers }
  }

  /** Looks up the servers whose addresses the referral didn't have. */
  async #complete(servers: readonly AuthorityServer[], nesting: number): Promise<AuthorityServer[]> {
    const complete: AuthorityServer[] = []
    for (const { host, addresses } of servers) {
      complete.push({ host, addresses: addresses.length > 0 ? addresses : await this.#lookUp(host, nesting + 1) })
    }
    return complete
  }

  async #lookUp(host: string, nesting: number): Promise<string[]> {
    if ('resolvers' in this.#options.start) return this.#addressesOf(host, (type) => this.#resolve(host, type))
    if (nesting > maxNesting) return []
    try {
      const { servers } = await this.find(host, nesting)
      for (const address of servers.flatMap(({ addresses }) => addresses)) {
        const found = await this.#addressesOf(host, (type) => this.#ask(address, { name: host, type }))
        if (found.length > 0) return found
      }
    } catch (error) {
      if (!(error instanceof DnsError) || error.code !== 'no_authority') throw error
    }
    return []
  }

  async #addressesOf(host: string, ask: (type: string) => Promise<Message | undefined>): Promise<string[]> {
    const messages = [await ask('A'), await ask('AAAA')]
    return addressesIn(
      messages.flatMap((message) => message?.answers ?? []),
      host,
    )
  }

  async #resolve(name: string, type: string): Promise<Message | undefined> {
    const { start } = this.#options
    for (const resolver of 'resolvers' in start ? start.resolvers : []) {
      const message = await this.#ask(resolver, { name, type }, true)
      if (message !== undefined) return message
    }
    return undefined
  }

  /** `undefined` when the server doesn't answer, may not be asked, or answers an error. */
  async #ask(address: string, question: Question, recursionDesired = false): Promise<Message | undefined> {
    const answer = await this.#answerOf(address, question, recursionDesired)
    return answer instanceof DnsError ? undefined : answer
  }

  /** The answer of a server, or why there is none. @throws DnsError `too_many` */
  async #answerOf(address: string, question: Question, recursionDesired = false): Promise<Message | DnsError> {
    this.#questions += 1
    const { start: _start, maxQuestions, ...place } = this.#options
    if (this.#questions > maxQuestions) throw new DnsError('too_many', 'The walk takes too many questions.')
    try {
      const message = await askServer({ ...place, address, question, recursionDesired })
      const { rcode } = message
      return rcode === rcodes.NOERROR || rcode === rcodes.NXDOMAIN ? message : rcodeError(rcode)
    } catch (error) {
      if (error instanceof DnsError) return error
      throw error
    }
  }
}

interface Question {
  readonly name: string
  readonly type: string
}
