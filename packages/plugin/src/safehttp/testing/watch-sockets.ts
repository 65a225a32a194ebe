import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Counts the sockets that this process opens towards anywhere, from the moment at which one begins to connect. */
export interface SocketWatch extends Disposable {
  readonly opened: number
}

/** Watches until it is disposed of. */
export function watchSockets(): SocketWatch {
  const counted = { opened: 0 }
  const count = (): void => void (counted.opened += 1)
  subscribe('net.client.socket', count)
  return {
    get opened() {
      return counted.opened
    },
    [Symbol.dispose]: () => void unsubscribe('net.client.socket', count),
  }
}
