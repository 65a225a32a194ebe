/**
 * The target of a bridge, and its token.
 *
 * Both come only from the environment of the process and one option. The folder in which an agent's program happens to
 * start is ignored: a `.env` file in a foreign repository could send the token to an address of its own. The token is
 * not an option, because every user of the machine can read the arguments of a process.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { isUnix, parseHttpAddress } from '@host/host'
import { CommandFailure } from '../command-failure.ts'

/** The target of a bridge. */
export interface BridgeTarget {
  readonly url: URL
  readonly token: string
}

/** Sources of a target. */
export interface TargetOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The address that was typed. */
  readonly url: string | undefined
}

const mostBytes = 4_096

/** @throws CommandFailure with every mistake at once */
export function readTarget({ env, url }: TargetOptions): BridgeTarget {
  const problems: string[] = []
  const tried = <Value>(read: () => Value): Value | undefined => {
    try {
      return read()
    } catch (error) {
      problems.push((error as Error).message)
      return undefined
    }
  }
  const address = tried(() => readAddress(url ?? env['HOST_MCP_URL'] ?? ownAddress(env['HOST_LISTEN'])))
  const token = tried(() => readToken(env['HOST_MCP_TOKEN'], env['HOST_MCP_TOKEN_FILE']))
  if (address === undefined || token === undefined) throw new CommandFailure(problems)
  return { url: address, token }
}

/** Whether a token on its way there can be read by others. */
export function isExposed({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `${JSON.stringify(text)} is not a valid host address. Use an address such as https://work.example.`,
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(
      'The host address contains a user name or password. Remove it and set the token in HOST_MCP_TOKEN.',
    )
  }
  if (url.pathname === '/') url.pathname = '/api/mcp'
  url.hash = ''
  return url
}

function ownAddress(listen = ':8080'): string {
  const address = parseHttpAddress(listen)
  if (isUnix(address)) {
    throw new TypeError('HOST_LISTEN is a Unix socket. Set HOST_MCP_URL to the address of the host.')
  }
  const { host, port } = address
  const isEvery = host === undefined || host === '0.0.0.0' || host === '::'
  const name = isEvery ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

function readToken(token = '', file = ''): string {
  if (token === '' && file === '') {
    throw new TypeError(
      'The API token is missing. Set HOST_MCP_TOKEN, or set HOST_MCP_TOKEN_FILE to the path of a file with the token.',
    )
  }
  const found = file === '' ? token.trim() : readTokenFile(file)
  // A client starts this with its whole environment, and never shows this output.
  if (token !== '' && token.trim() !== found) {
    throw new TypeError('HOST_MCP_TOKEN and HOST_MCP_TOKEN_FILE contain different tokens. Remove one of them.')
  }
  if (!/^[!-~]+$/.test(found)) throw new TypeError('The API token is empty or contains an invalid character.')
  return found
}

function readTokenFile(path: string): string {
  const bytes = Buffer.alloc(mostBytes + 1)
  let length: number
  try {
    const file = openSync(path, 'r')
    try {
      length = readSync(file, bytes, 0, bytes.length, 0)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new TypeError(`The file ${JSON.stringify(path)} of HOST_MCP_TOKEN_FILE could not be read (${code}).`, {
      cause: error,
    })
  }
  if (length > mostBytes) {
    throw new TypeError(`The file ${JSON.stringify(path)} of HOST_MCP_TOKEN_FILE is too large to be a token.`)
  }
  return bytes.toString('utf8', 0, length).trim()
}
