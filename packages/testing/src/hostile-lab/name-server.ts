import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer, type Question } from 'dns-packet'

/** One answer of a name: its addresses, none at all, or an error of the server. */
export type NameTurn = readonly string[] | 'silence' | 'failure'

/** A name server on loopback that changes its mind. */
export interface NameServer {
  /** Where to ask it, such as `127.0.0.1:5353`. */
  readonly address: string
  /** The names that were asked for, each as often as it was: once for IPv4 and once for IPv6 in a look-up. */
  readonly questions: readonly string[]
  /**
   * Sets the answers of a name: the first look-up gets the first turn, the next one the next, and the last turn stays.
   * A name that was never set does not exist.
   * @example lab.names.set('moving.example', [lab.site.address], [lab.listener.address])
   */
  set(name: string, ...turns: readonly NameTurn[]): void
}

/** A name server that can be stopped. */
export interface RunningNameServer extends NameServer {
  close(): void
}

const notFound = 3
const serverFailure = 2

/** Starts a name server on a free UDP port of loopback. */
export async function startNameServer(): Promise<RunningNameServer> {
  const turns = new Map<string, readonly NameTurn[]>()
  const asked = new Map<string, number>()
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, peer) => {
    const [question] = read(message)
    if (question === undefined) return
    const name = question.name.toLowerCase()
    questions.push(name)
    // Each kind of question counts by itself, so that both halves of one look-up get the same turn.
    const key = `${question.type} ${name}`
    const count = asked.get(key) ?? 0
    asked.set(key, count + 1)
    const all = turns.get(name)
    reply(socket, peer, { message, question, turn: all?.[Math.min(count, all.length - 1)] })
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return Object.freeze<RunningNameServer>({
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    set(name, ...next) {
      for (const type of ['A', 'AAAA']) asked.delete(`${type} ${name}`)
      turns.set(name, next)
    },
    close: () => void socket.close(),
  })
}

interface Reply {
  readonly message: Buffer
  readonly question: Question
  readonly turn: NameTurn | undefined
}

function reply(socket: Socket, { address, port }: RemoteInfo, { message, question, turn }: Reply): void {
  if (turn === 'silence') return
  const addresses = turn === undefined || turn === 'failure' ? [] : turn
  const code = turn === undefined ? notFound : turn === 'failure' ? serverFailure : 0
  const answers = addresses
    .filter((each) => question.type === (isIPv4(each) ? 'A' : 'AAAA'))
    .map((data) => ({ type: question.type, name: question.name, ttl: 0, data }) as Answer)
  const flags = AUTHORITATIVE_ANSWER | code
  const packet = encode({ type: 'response', id: message.readUInt16BE(0), flags, questions: [question], answers })
  socket.send(packet, port, address)
}

function read(message: Buffer): readonly Question[] {
  try {
    return decode(message).questions ?? []
  } catch {
    return []
  }
}
