import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { requestHead } from '../servers/request-head.ts'

const pause = 2

/** Asks until the first answer comes. @throws Error when `giveUp` aborts before */
export async function firstAnswer(port: number, giveUp: AbortSignal): Promise<void> {
  while (!(await answers(port))) {
    giveUp.throwIfAborted()
    await wait(pause)
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    socket.write(requestHead('/healthz'))
    const [head] = (await once(socket, 'data')) as [Buffer]
    return head.toString('latin1').startsWith('HTTP/1.1 200')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
