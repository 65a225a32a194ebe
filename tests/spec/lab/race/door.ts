import { Agent, request } from 'node:http'

/** An answer; without one the status is 0. */
export interface DoorAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A way to a process over connections that are kept. */
export class Door {
  readonly #url: string
  readonly #agent: Agent

  /** @param connections how many at once; one always leads to the same process */
  constructor(url: string, connections: number) {
    this.#url = url
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  async ask(path: string, cookie?: string): Promise<DoorAnswer> {
    return await new Promise((resolve) => {
      const cut = (): void => resolve({ status: 0, body: {} })
      const headers = cookie === undefined ? {} : { cookie }
      const sent = request(new URL(path, this.#url), { agent: this.#agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('error', cut)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: read(text) }))
      })
      sent.on('error', cut)
      sent.end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function read(text: string): DoorAnswer['body'] {
  return text === '' ? {} : (JSON.parse(text) as DoorAnswer['body'])
}
