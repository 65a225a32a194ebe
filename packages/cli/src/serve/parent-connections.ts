import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { ConnectionSource } from '@host/host'
import { isConnectionMessage, type ParentMessage, type WorkerMessage } from './connection-messages.ts'

/** The parent learns of connections that were closed after so many milliseconds, unless a new one says so before. */
const reportAfter = 5

/** A worker's connections, which its parent accepts. */
export class ParentConnections implements ConnectionSource {
  #count = 0
  #report: NodeJS.Timeout | undefined

  async open(server: Server): Promise<number> {
    const port = this.#receive('listening')
    process.on('message', (message: unknown, socket: unknown) => {
      if (socket instanceof Socket && isConnectionMessage(message)) this.#take(server, socket)
    })
    // Node watches over slow requests from this event on.
    server.emit('listening')
    send({ hostConnections: 'ready' })
    return await port
  }

  async close(): Promise<void> {
    const left = this.#receive('left')
    send({ hostConnections: 'leave' })
    await left
  }

  #take(server: Server, socket: Socket): void {
    this.#count += 1
    this.#tell(true)
    socket.once('close', () => {
      this.#count -= 1
      this.#report ??= setTimeout(() => this.#tell(false), reportAfter)
    })
    if (this.#count > server.maxConnections) {
      socket.destroy()
      server.emit('drop')
      return
    }
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    server.emit('connection', socket)
  }

  #tell(hasTaken: boolean): void {
    clearTimeout(this.#report)
    this.#report = undefined
    send({ hostConnections: 'open', count: this.#count, hasTaken })
  }

  /** Waits for a message of the parent. @returns the port that it states, 0 when it states none */
  #receive(kind: ParentMessage['hostConnections']): Promise<number> {
    return new Promise((resolve) => {
      const listener = (message: unknown): void => {
        if (!isConnectionMessage<ParentMessage>(message) || message.hostConnections !== kind) return
        process.off('message', listener)
        resolve('port' in message ? message.port : 0)
      }
      process.on('message', listener)
    })
  }
}

/** A worker whose parent is gone ends at once, so unsent messages don't matter. */
function send(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}
