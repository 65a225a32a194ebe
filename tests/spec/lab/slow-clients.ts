/** Clients that hold on to a server: they connect and say nothing, say it slowly, or don't listen to the answer. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** How such a client behaves. */
export interface SlowHabit {
  /** Sent at once. */
  readonly first: string
  /** Sent again and again, a little each time; nothing more when left out. */
  readonly drop?: string
  /** Whether it leaves its answer unread. */
  readonly isDeaf?: boolean
}

/** Clients that are connected. */
export interface SlowClients extends Disposable {
  /** How many of them know that the server has closed their connection; who is deaf does not. */
  readonly closed: number
  /** Makes the paused clients read the rest. */
  listen(): void
}

const dripEvery = 500
/** Connections that are opened at the same time; more would wait in the queue of the kernel. */
const atOnce = 50

/** Connects clients, which keep their behavior until they are disposed of. */
export async function connectSlowly(port: number, habits: readonly SlowHabit[]): Promise<SlowClients> {
  const open = new Map<Socket, SlowHabit>()
  let closed = 0
  for (let at = 0; at < habits.length; at += atOnce) {
    await Promise.all(
      habits.slice(at, at + atOnce).map(async (habit) => {
        const socket = connect({ port, host: '127.0.0.1' })
        socket.on('error', () => undefined)
        await once(socket, 'connect')
        if (habit.isDeaf === true) socket.pause()
        else socket.resume()
        socket.once('close', () => {
          closed += 1
          open.delete(socket)
        })
        socket.write(habit.first)
        open.set(socket, habit)
      }),
    )
  }
  const drip = setInterval(() => {
    for (const [socket, { drop }] of open) if (drop !== undefined && socket.writable) socket.write(drop)
  }, dripEvery)
  return {
    get closed() {
      return closed
    },
    listen() {
      for (const [socket, { isDeaf }] of open) if (isDeaf === true) socket.resume()
    },
    [Symbol.dispose]() {
      clearInterval(drip)
      for (const socket of open.keys()) socket.destroy()
    },
  }
}
