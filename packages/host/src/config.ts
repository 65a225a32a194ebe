/** What the environment says, read once when the host starts. The table is the documentation: `host config` prints it. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { BootError } from './boot/boot-error.ts'
import { nearestName } from './boot/nearest-name.ts'
import type { RootKey } from './encryption/root-key.ts'
import { parseSecretKeys } from './encryption/secret-key.ts'
import { parseListenAddress, type ListenAddress } from './http/listen-address.ts'
import { TrustedProxies } from './http/trusted-proxies.ts'
import type { FirstAdmin } from './identity/identity.ts'
import type { LogFormat, LogLevel } from './services/host-log.ts'

/** Texts by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** An environment variable that the host reads. */
export interface ConfigVariable<Value = unknown> {
  readonly description: string
  readonly default?: string
  readonly isSecret?: boolean
  /** @throws TypeError with what to write instead */
  parse(text: string): Value
}

const variables = {
  HOST_LISTEN: { description: 'Where to listen', default: ':8080', parse: parseListenAddress },
  HOST_PUBLIC_URL: { description: 'The address under which browsers reach this host', parse: parsePublicUrl },
  HOST_DATA: { description: 'The folder of the SQLite file and of the key file', default: './data', parse: String },
  HOST_DATABASE_URL: { description: 'postgres://…, or the path of a SQLite file', isSecret: true, parse: String },
  HOST_SECRET_KEY: {
    description: 'What secrets in the database are sealed with, the current key first; a file by itself when not set',
    isSecret: true,
    parse: (text) => parseSecretKeys(text.split(',')),
  },
  HOST_DATABASE_RLS: {
    description: 'on lets PostgreSQL itself keep the rows of workspaces apart, for a role that it binds',
    default: 'off',
    parse: oneOf('off', 'on'),
  },
  HOST_SQLITE_SYNCHRONOUS: {
    description: 'full survives a power cut, normal is faster',
    default: 'full',
    parse: oneOf('full', 'normal'),
  },
  HOST_ADMIN_EMAIL: { description: 'The first instance admin of an empty database', parse: String },
  HOST_ADMIN_PASSWORD: { description: 'Their password', isSecret: true, parse: String },
  HOST_ADMIN_WORKSPACE: { description: 'The name of their workspace', default: 'Home', parse: String },
  HOST_TRUST_PROXY: { description: 'Addresses and ranges of proxies in front', default: '', parse: parseProxies },
  HOST_SAFEHTTP_ALLOW: {
    description: 'Destinations beyond public ones that plugins may reach: address[/length][:port], comma separated',
    default: '',
    parse: (allow) => new OutboundPolicy({ allow }),
  },
  HOST_LOG_LEVEL: {
    description: 'The least important line that is logged',
    default: 'info',
    parse: oneOf('debug', 'info', 'warn', 'error'),
  },
  HOST_LOG_FORMAT: {
    description: 'json for programs, text for people, auto for text on a terminal and json elsewhere',
    default: 'auto',
    parse: oneOf('auto', 'json', 'text'),
  },
  HOST_ANSWER_TIMEOUT: {
    description: 'Seconds that a handler may take for its answer',
    default: '60',
    parse: parseSeconds,
  },
  HOST_STOP_TIMEOUT: { description: 'Seconds that a stop may take', default: '10', parse: parseSeconds },
} as const satisfies Readonly<Record<string, ConfigVariable>>

type Name = keyof typeof variables

/** What the host is told from outside. Times in milliseconds. */
export interface HostConfig {
  readonly listen: ListenAddress
  readonly publicUrl: URL | undefined
  /** `postgres://...` or the path of a SQLite file. */
  readonly databaseUrl: string
  /** Where the host keeps what is not in the database. */
  readonly dataFolder: string
  /** The root keys, the current one first; undefined for those of a key file. */
  readonly secretKeys: readonly RootKey[] | undefined
  /** Whether PostgreSQL itself keeps the rows of workspaces apart. */
  readonly databaseRowSecurity: boolean
  readonly sqliteSynchronous: 'full' | 'normal'
  readonly firstAdmin: FirstAdmin | undefined
  readonly trustedProxies: string
  /** Which destinations plugins may reach. */
  readonly outbound: OutboundPolicy
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  readonly answerTimeout: number
  readonly stopTimeout: number
}

/** A variable's effective value, fit to be printed. */
export interface ConfigEntry {
  readonly name: string
  readonly value: string
  readonly isDefault: boolean
  readonly description: string
}

/**
 * The environment with the `.env` file of a folder below it: what the environment says wins.
 * @throws BootError when there is one that can't be read
 */
export function readEnvironment(folder: string, environment: Environment): Environment {
  const file = join(folder, '.env')
  try {
    return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...environment } : environment
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    const problem = `The file "${file}" could not be read (${code}); make it a file that this user may read, or remove it.`
    throw new BootError('config', [problem], { cause: error })
  }
}

/** Reads the configuration. @throws BootError with all mistakes at once */
export function readConfig(environment: Environment): HostConfig {
  const problems = unknownNames(environment)
  const read = <Key extends Name>(name: Key): ReturnType<(typeof variables)[Key]['parse']> | undefined => {
    const text = textOf(environment, name)
    if (text === undefined) return undefined
    try {
      return variables[name].parse(text) as ReturnType<(typeof variables)[Key]['parse']>
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}.`)
      return undefined
    }
  }
  const config = {
    listen: read('HOST_LISTEN'),
    publicUrl: read('HOST_PUBLIC_URL'),
    databaseUrl: read('HOST_DATABASE_URL') ?? join(read('HOST_DATA') ?? '', 'host.db'),
    dataFolder: read('HOST_DATA'),
    secretKeys: read('HOST_SECRET_KEY'),
    databaseRowSecurity: read('HOST_DATABASE_RLS') === 'on',
    sqliteSynchronous: read('HOST_SQLITE_SYNCHRONOUS'),
    firstAdmin: firstAdmin(environment, problems),
    trustedProxies: read('HOST_TRUST_PROXY'),
    outbound: read('HOST_SAFEHTTP_ALLOW'),
    logLevel: read('HOST_LOG_LEVEL'),
    logFormat: read('HOST_LOG_FORMAT'),
    answerTimeout: read('HOST_ANSWER_TIMEOUT'),
    stopTimeout: read('HOST_STOP_TIMEOUT'),
  }
  if (problems.length > 0) throw new BootError('config', problems)
  return Object.freeze(config as HostConfig)
}

/** Every variable with its effective value, secrets masked. */
export function listConfig(environment: Environment): readonly ConfigEntry[] {
  return Object.entries<ConfigVariable>(variables).map(([name, variable]) => {
    const text = textOf(environment, name as Name) ?? ''
    const value = variable.isSecret === true && text !== '' ? '********' : text
    return { name, value, isDefault: (environment[name] ?? '') === '', description: variable.description }
  })
}

/** The text of a variable; an empty one counts as not set. */
function textOf(environment: Environment, name: Name): string | undefined {
  const text = environment[name]
  const { default: fallback }: ConfigVariable = variables[name]
  return text === undefined || text === '' ? fallback : text
}

function firstAdmin(environment: Environment, problems: string[]): FirstAdmin | undefined {
  const email = textOf(environment, 'HOST_ADMIN_EMAIL')
  const password = textOf(environment, 'HOST_ADMIN_PASSWORD')
  if (email !== undefined && password !== undefined) {
    return { email, password, workspace: textOf(environment, 'HOST_ADMIN_WORKSPACE') ?? '' }
  }
  if (email !== undefined) problems.push('HOST_ADMIN_PASSWORD: it is missing; set it together with HOST_ADMIN_EMAIL.')
  if (password !== undefined) {
    problems.push('HOST_ADMIN_EMAIL: it is missing; set it together with HOST_ADMIN_PASSWORD.')
  }
  return undefined
}

/** Names that look like ours and are none; what is not near to any belongs to somebody else. */
function unknownNames(environment: Environment): string[] {
  const known = Object.keys(variables)
  const foreign = Object.keys(environment).filter((name) => name.startsWith('HOST_') && !known.includes(name))
  return foreign.flatMap((name) => {
    const nearest = nearestName(
      name.slice('HOST_'.length),
      known.map((other) => other.slice('HOST_'.length)),
    )
    return nearest === undefined ? [] : [`${name}: there is no such variable; did you mean HOST_${nearest}?`]
  })
}

function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `${JSON.stringify(text)} is no public address; write scheme and host, such as "https://host.example.com"`,
    )
  }
  return url
}

function parseProxies(text: string): string {
  return new TrustedProxies(text) instanceof TrustedProxies ? text : ''
}

function parseSeconds(text: string): number {
  const seconds = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (seconds <= 0) throw new TypeError(`${JSON.stringify(text)} is no number of seconds; write one such as "30"`)
  return seconds * 1000
}

function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((candidate) => candidate === text)
    if (word === undefined) {
      throw new TypeError(
        `${JSON.stringify(text)} is not known; write ${words.map((known) => `"${known}"`).join(' or ')}`,
      )
    }
    return word
  }
}
