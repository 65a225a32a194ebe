import { Agent, request } from 'node:http'

/** An answer; its body is empty unless it is JSON. */
export interface HostAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** One kept connection to a process, on which any host can be asked for. */
export class HostClient {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(url: string) {
    this.#url = url
  }

  async ask(
    path: string,
    host = 'app.host.example',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HostAnswer> {
    return await new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.#url),
        { agent: this.#agent, headers: { host, ...headers } },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              body: isJson(answer.headers['content-type']) ? (JSON.parse(text) as HostAnswer['body']) : {},
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end()
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function isJson(type = ''): boolean {
  return /^application\/(?:problem\+)?json/.test(type)
}
