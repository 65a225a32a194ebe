/**
 * A small DNS on loopback: a resolver, a root, the server of the zone `example`, and two servers for the domains below it, all
 * on one port. The resolver has what the first of the two has, unless its cache was set. Each answers by what a test sets, and counts its questions.
 */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { decodeMessage, encodeMessage, isWithin, parentOf, rcodes, type Message, type MessageParts } from '@host/dns'

/** What a server of a domain says of a TXT record. */
export type TextAnswer =
  | readonly string[]
  | 'silence'
  | 'refused'
  | 'failure'
  | 'cached'
  | 'referral'
  | { readonly alias: string; readonly values: readonly string[] }
  | { readonly owner: string; readonly values: readonly string[] }

/** A question that a server got. */
export interface AskedQuestion {
  readonly address: string
  readonly name: string
  readonly type: string
}

/** A running tree. */
export interface DnsTree extends AsyncDisposable {
  /** For `createTestHost`: where to ask, and that it is allowed. */
  readonly environment: Readonly<Record<string, string>>
  /** The two servers of domains. */
  readonly servers: readonly [string, string]
  /** An address on the port of the tree that is not allowed. */
  readonly forbidden: string
  readonly asked: readonly AskedQuestion[]
  /** Delegates a domain below `example` to addresses; to both servers when left out. */
  delegate(domain: string, addresses?: readonly string[]): void
  undelegate(domain: string): void
  /** Sets the TXT record of a name, at one server or at all. */
  text(name: string, answer: TextAnswer, address?: string): void
  /**
   * Sets the records of a name and type, such as `www.acme.example A`, at one server or at both. NS records of a name below a
   * domain delegate it.
   */
  records(key: string, data: readonly string[], address?: string): void
  /** Sets what the resolver has in its cache, for 90 seconds. */
  cache(key: string, data: readonly string[]): void
  /** Breaks a server: it answers every question in this way. */
  break(address: string, answer: BrokenAnswer): void
  /** Mends every server. */
  mend(): void
}

/** What a broken server says. */
export type BrokenAnswer = 'silence' | 'refused' | 'failure' | 'referral'

const [resolver, root, parent] = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
const [one, two, forbidden] = ['127.0.0.4', '127.0.0.5', '127.0.0.9']
const soa = 'ns. mail. 1 3600 600 86400 60'

/** Starts a tree on a free port. */
export async function startDnsTree(): Promise<DnsTree> {
  const state: State = { domains: new Map(), texts: new Map(), sets: new Map(), broken: new Map(), asked: [] }
  const sockets = await openSockets([resolver, root, parent, one, two, forbidden], (address, query) => {
    for (const { name, type } of query.questions) state.asked.push({ address, name: lower(name), type })
    return answerAt(state, address, query)
  })
  const port = sockets[0]?.address().port ?? 0
  return Object.freeze<DnsTree>({
    environment: {
      HOST_PUBLIC_URL: 'http://host.test',
      HOST_DNS_RESOLVERS: `${resolver}:${port}`,
      HOST_SAFEHTTP_ALLOW: [root, parent, one, two].map((address) => `${address}:${port}`).join(','),
    },
    servers: [one, two],
    forbidden,
    asked: state.asked,
    delegate: (domain, addresses = [one, two]) => void state.domains.set(`${domain}.`, addresses),
    undelegate: (domain) => void state.domains.delete(`${domain}.`),
    text(name, answer, address) {
      for (const each of address === undefined ? [one, two] : [address]) state.texts.set(`${each} ${name}.`, answer)
    },
    records(key, data, address) {
      for (const each of address === undefined ? [one, two] : [address]) state.sets.set(`${each} ${key}`, data)
    },
    cache: (key, data) => void state.sets.set(`${resolver} ${key}`, data),
    break: (address, answer) => void state.broken.set(address, answer),
    mend: () => state.broken.clear(),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.close()
    },
  })
}

interface State {
  readonly domains: Map<string, readonly string[]>
  readonly texts: Map<string, TextAnswer>
  readonly sets: Map<string, readonly string[]>
  readonly broken: Map<string, BrokenAnswer>
  readonly asked: AskedQuestion[]
}

type Answer = MessageParts | undefined

async function openSockets(
  addresses: readonly string[],
  answer: (address: string, query: Message) => Answer,
): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  for (const address of addresses) {
    const socket = createSocket('udp4').bind(sockets[0]?.address().port ?? 0, address)
    await once(socket, 'listening')
    socket.on('message', (bytes, from) => {
      const query = decodeMessage(bytes)
      const parts = answer(address, query)
      if (parts === undefined) return
      const { id, questions } = query
      socket.send(
        encodeMessage({ id, questions, isResponse: true, isAuthoritative: true, ...parts }),
        from.port,
        from.address,
      )
    })
    sockets.push(socket)
  }
  return sockets
}

function answerAt(state: State, address: string, { questions: [question] }: Message): Answer {
  if (question === undefined) return undefined
  const asked = { name: lower(question.name), type: question.type }
  const broken = state.broken.get(address)
  if (broken !== undefined) return textAnswer(broken, asked.name, '.')
  if (address === resolver) return resolve(state, asked)
  if (address === root) return referToParent
  return address === parent ? refer(state, asked.name) : answerOf(state, address, asked)
}

interface Question {
  readonly name: string
  readonly type: string
}

/** The resolver knows the servers of every zone, and their addresses. */
function resolve(state: State, { name, type }: Question): Answer {
  const { domains, sets } = state
  const resolved = { isAuthoritative: false, recursionAvailable: true }
  if (type === 'NS' && name === '.') return { ...resolved, answers: [record('.', 'NS', 'ns.root.')] }
  if (type === 'A' && name === 'ns.root.') return { ...resolved, answers: [record(name, 'A', root)] }
  if (type === 'NS' && name === 'example.') return { ...resolved, answers: [record(name, 'NS', 'ns.example.')] }
  if (type === 'A' && name === 'ns.example.') return { ...resolved, answers: [record(name, 'A', parent)] }
  const zone = [...domains.keys()].find((each) => isWithin(name, each))
  if (zone === undefined) return { ...resolved, rcode: rcodes.NXDOMAIN }
  const hosts = hostsOf(zone, domains.get(zone) ?? [])
  if (type === 'NS' && name === zone) return { ...resolved, answers: hosts.map(({ host }) => record(zone, 'NS', host)) }
  const own = hosts.filter(({ host }) => type === 'A' && host === name)
  if (own.length > 0) return { ...resolved, answers: own.map(({ host, address }) => record(host, 'A', address)) }
  const cached = sets.get(setKey(resolver, { name, type }))
  const answer = cached === undefined ? answerOf(state, one, { name, type }) : cachedAnswer({ name, type }, cached)
  return { ...answer, ...resolved }
}

function cachedAnswer({ name, type }: Question, data: readonly string[]): Answer {
  const isEmpty = data.length === 0
  return {
    answers: data.map((each) => ({ ...record(name, type, each), ttl: 90 })),
    authorities: isEmpty ? [{ ...record(name, 'SOA', soa), ttl: 90 }] : [],
  }
}

const referToParent: Answer = {
  isAuthoritative: false,
  authorities: [record('example.', 'NS', 'ns.example.')],
  additionals: [record('ns.example.', 'A', parent)],
}

/** The parent refers to the servers of a domain, with their addresses. */
function refer({ domains }: State, name: string): Answer {
  const zone = [...domains.keys()].find((each) => isWithin(name, each))
  if (zone === undefined) return { rcode: rcodes.NXDOMAIN, authorities: [record('example.', 'SOA', soa)] }
  const hosts = hostsOf(zone, domains.get(zone) ?? [])
  return {
    isAuthoritative: false,
    authorities: hosts.map(({ host }) => record(zone, 'NS', host)),
    additionals: hosts.map(({ host, address }) => record(host, 'A', address)),
  }
}

function answerOf(state: State, address: string, { name, type }: Question): Answer {
  const { domains, texts } = state
  const zone = [...domains.keys()].find((each) => isWithin(name, each))
  if (zone === undefined) return { isAuthoritative: false, rcode: rcodes.REFUSED }
  const start = record(zone, 'SOA', soa)
  if (type === 'SOA') return { answers: name === zone ? [start] : [], authorities: [start] }
  return setAnswer(state, { address, zone }, { name, type }) ?? textAnswer(texts.get(`${address} ${name}`), name, zone)
}

/** Undefined when the name has no records but TXT. */
function setAnswer(
  { sets }: State,
  { address, zone }: { readonly address: string; readonly zone: string },
  { name, type }: Question,
): Answer {
  const recordsAt = (owner: string, kind: string) =>
    sets.get(setKey(address, { name: owner, type: kind }))?.map((data) => record(owner, kind, data))
  for (let owner = name; owner !== zone; owner = parentOf(owner) ?? zone) {
    const authorities = recordsAt(owner, 'NS')
    const additionals = recordsAt(name, 'A') ?? []
    if (authorities !== undefined) return { isAuthoritative: false, authorities, additionals }
  }
  const answers = recordsAt(name, type) ?? recordsAt(name, 'CNAME')
  return answers && { answers }
}

function setKey(address: string, { name, type }: Question): string {
  return `${address} ${name.slice(0, -1)} ${type}`
}

function textAnswer(answer: TextAnswer | undefined, name: string, zone: string): Answer {
  if (answer === 'silence') return undefined
  if (answer === 'refused') return { isAuthoritative: false, rcode: rcodes.REFUSED }
  if (answer === 'failure') return { isAuthoritative: false, rcode: rcodes.SERVFAIL }
  const authorities = [record(name, 'NS', 'ns.other.example.')]
  if (answer === 'referral') return { isAuthoritative: false, authorities }
  if (answer === 'cached') return { isAuthoritative: false, answers: [record(name, 'TXT', '"cached"')], authorities }
  if (answer === undefined) return { rcode: rcodes.NXDOMAIN, authorities: [record(zone, 'SOA', soa)] }
  if ('owner' in answer) return { answers: answer.values.map((value) => record(answer.owner, 'TXT', quoted(value))) }
  if (!('alias' in answer)) return { answers: answer.map((value) => record(name, 'TXT', quoted(value))) }
  const values = answer.values.map((value) => record(answer.alias, 'TXT', quoted(value)))
  return { answers: [record(name, 'CNAME', answer.alias), ...values] }
}

function hostsOf(zone: string, addresses: readonly string[]) {
  return addresses.map((address, index) => ({ host: `ns${index + 1}.${zone}`, address }))
}

function record(name: string, type: string, data: string) {
  return { name, type, ttl: 60, data }
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

function lower(name: string): string {
  return name.toLowerCase()
}
