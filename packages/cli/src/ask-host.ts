import { request } from 'node:http'
import { isUnix, type HttpAddress } from '@host/host'
import { CommandFailure } from './command-failure.ts'

/** Milliseconds. */
const patience = 5_000
/** Bytes of an answer that are read. */
const largest = 64 * 1024

/** An answer of a host. */
export interface HostAnswer {
  readonly status: number
  readonly text: string
}

/** Asks the host at an address of this machine. @throws CommandFailure when it does not answer */
export function askHost(address: HttpAddress, path: string): Promise<HostAnswer> {
  const place = isUnix(address) ? address.path : `${reachable(address.host)}:${address.port}`
  const target = isUnix(address) ? { socketPath: address.path } : { host: reachable(address.host), port: address.port }
  const options = { ...target, path, agent: false, signal: AbortSignal.timeout(patience) }
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      const reason = error.name === 'AbortError' ? `no answer within ${patience / 1000} s` : codeOf(error)
      reject(new CommandFailure([`The host on ${place} could not be asked (${reason}).`]))
    }
    const sent = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > largest) answer.destroy(new Error('the answer is too long'))
      })
      answer.on('error', fail)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', fail)
    sent.end()
  })
}

/** All addresses of the machine include its own loopback. */
function reachable(host = ''): string {
  return host === '' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.message
}
