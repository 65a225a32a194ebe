import { connect, isIP, type Socket } from 'node:net'
import type { DeliveryOptions, ServerAddress } from './delivery.ts'
import { ExchangeError } from './exchange-error.ts'
import { localOutcome } from './outcome.ts'
import { untilAborted } from './until-aborted.ts'

/** Connects within a time limit, if the rules allow the address. @throws {ExchangeError} */
export async function openSocket(
  server: ServerAddress,
  { isAllowedAddress, connect: open = connectTcp }: DeliveryOptions,
  signal: AbortSignal,
): Promise<Socket> {
  if (isIP(server.address) === 0 || !(await isAllowedAddress(server.address))) {
    const text = `Connections to ${server.address} are not allowed`
    throw new ExchangeError(localOutcome('denied address', '5.4.4', text))
  }
  try {
    const socket = await untilAborted(open(server, signal), signal, (late) => late.destroy())
    socket.setNoDelay(true)
    return socket
  } catch (error) {
    const text = `The server ${server.host} can't be reached (${codeOf(error)})`
    throw new ExchangeError(localOutcome('connect', '4.4.1', text))
  }
}

async function connectTcp({ address, port }: ServerAddress, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port })
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    const onAbort = (): void => fail(new DOMException('The time is over.', 'AbortError'))
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', fail)
    socket.once('connect', () => {
      signal.removeEventListener('abort', onAbort)
      resolve(socket)
    })
  })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
