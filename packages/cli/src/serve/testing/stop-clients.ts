/** Clients that send one request after another until the product refuses connections, on real sockets. */
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'

/** Results of clients until they were refused. */
export interface Seen {
  /** The codes of requests that were neither answered nor refused. */
  readonly broken: readonly string[]
  /** Connections whose last answer did not announce their end. */
  readonly unannounced: number
  /** Whether `/readyz` answered 503 to one of them. */
  readonly sawNotReady: boolean
}

/** How clients use their connections. */
export type ClientKind = 'keep-alive' | 'a connection each'

/** An answer, the connection that it came on, and its `Connection`. */
export interface ClientAnswer {
  readonly status: number
  readonly text: string
  readonly socket: Socket
  readonly header: string | undefined
}

/** Starts clients. @returns the number of their answers, and their results once all were refused */
export function startClients(kind: ClientKind, url: string, count: number) {
  const lastHeaders = new Map<Socket, string | undefined>()
  const seen = { answers: 0, broken: [] as string[], sawNotReady: false }
  const client = async (): Promise<void> => {
    const agent = new Agent(kind === 'keep-alive' ? { keepAlive: true, maxSockets: 1 } : {})
    for (;;) {
      const answer = await askOn(agent, new URL('/readyz', url))
      if (answer === 'ECONNREFUSED') break
      seen.answers += 1
      if (typeof answer === 'string') seen.broken.push(answer)
      else {
        lastHeaders.set(answer.socket, answer.header)
        seen.sawNotReady ||= answer.status === 503
      }
    }
    agent.destroy()
  }
  const over = Promise.all(Array.from({ length: count }, client)).then((): Seen => {
    return { ...seen, unannounced: [...lastHeaders.values()].filter((header) => header !== 'close').length }
  })
  return { answers: () => seen.answers, over }
}

/** Sends a request. @returns its answer, or the code of its failure */
export function askOn(agent: Agent, url: URL): Promise<ClientAnswer | string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message)
    const sent = request(url, { agent })
    sent.on('error', fail)
    sent.on('response', (answer) => {
      // At its end an answer has given its socket back.
      const { socket, headers, statusCode = 0 } = answer
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', fail)
      answer.on('end', () => resolve({ status: statusCode, text, socket, header: headers.connection }))
    })
    sent.end()
  })
}
