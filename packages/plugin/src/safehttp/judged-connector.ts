/**
 * Opens the connections of a client, and checks the destination at the moment of opening: earlier results of a look-up
 * may have changed since.
 *
 *   host --pinDestination()--> judged addresses --TCP, to these only--> socket --remoteAddress is one of them--> [TLS]
 *
 * Four protections, each independent of the others: every address of the name is checked; the socket can't look up any
 * other; the socket itself refuses non-public addresses, unless the operator allowed them; and no byte is sent, no
 * handshake begun, before the address at the other end was compared with the checked ones. TLS is put on a connected
 * socket for that reason, and because a TLS socket takes no list of refused addresses.
 *
 * Nothing comes from the environment: certificates are checked whatever NODE_TLS_REJECT_UNAUTHORIZED is.
 */
import { isIPv4, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { parseAddress } from './address.ts'
import { pinDestination, type PinnedDestination } from './pin-destination.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import { defaultPort } from './read-destination.ts'
import { refusedAddresses } from './refused-addresses.ts'
import { SafeHttpError } from './safe-http-error.ts'

/** Options of a connector. */
export interface ConnectorOptions {
  readonly policy: OutboundPolicy
  /** For each step: look-up, connection, and TLS; in milliseconds. */
  readonly timeout: number
  readonly build: typeof buildConnector
  /** Authorities that certificates must be from, as PEM; those of Node when left out. */
  readonly roots?: readonly string[] | undefined
}

/** A connector for the agent of one client. */
export function judgedConnector({ policy, timeout, build, roots }: ConnectorOptions): buildConnector.connector {
  const settings = { timeout, allowH2: false, maxCachedSessions: 0, rejectUnauthorized: true } as const
  const secure = build({ ...settings, ...(roots !== undefined && { ca: [...roots] }) })

  const open = (wanted: Wanted, pinned: PinnedDestination, callback: buildConnector.Callback): void => {
    const blockList = pinned.isPublic ? { blockList: refusedAddresses } : {}
    const connect = build({ ...settings, ...blockList, lookup: lookupIn(pinned) })
    connect({ ...wanted, protocol: 'http:', port: String(portOf(wanted)), servername: '' }, (error, socket) => {
      if (error !== null) return callback(error, null)
      if (!isAmong(pinned, socket)) return callback(cut(socket), null)
      return wanted.protocol === 'https:' ? secure({ ...wanted, httpSocket: socket }, callback) : callback(null, socket)
    })
  }

  return (wanted, callback) => {
    pinDestination({ host: wanted.hostname, port: portOf(wanted), policy, timeout }).then(
      (pinned) => open(wanted, pinned, callback),
      (error: unknown) => callback(error as Error, null),
    )
  }
}

type Wanted = buildConnector.Options

function portOf({ port, protocol }: Wanted): number {
  return port === '' ? defaultPort(protocol) : Number(port)
}

/** A look-up that knows the judged addresses and nothing else. */
function lookupIn({ addresses }: PinnedDestination): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
  return (_host, { all }, callback) => {
    const [first = { address: '', family: 4 }] = entries
    return all === true ? callback(null, entries) : callback(null, first.address, first.family)
  }
}

function isAmong({ addresses }: PinnedDestination, { remoteAddress = '' }: Socket): boolean {
  const actual = parseAddress(remoteAddress)
  return actual !== undefined && addresses.includes(actual.text)
}

function cut(socket: Socket): SafeHttpError {
  socket.destroy()
  return new SafeHttpError('destination_not_allowed')
}
