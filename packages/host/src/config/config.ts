/** The configuration from the environment, read once when the host starts. */
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { normalizeHostName } from '@host/plugin'
import type { OutboundPolicy } from '@host/plugin/outbound-policy'
import { operatorSettingNames, type DnsResolvers, type MailSendingOptions } from '@host/plugin/platform'
import { backupProblems, type BackupConfig } from '../backup/backup-config.ts'
import { backupOf, blobsOf, missingForBucket } from './place-config.ts'
import type { BlobPlace } from '../blobs/blob-place.ts'
import type { Signer } from '../blobs/s3/sign-request.ts'
import { BootError, refuse } from '../support/boot-error.ts'
import { nearestName } from '../support/nearest-name.ts'
import { variables, type ConfigVariable } from './config-variables.ts'
import { withDatabaseFiles } from './database-tls.ts'
import { socketProblems } from './socket-problems.ts'
import { acmeOf } from './acme-config.ts'
import { telemetryOf, traceProxyProblems } from './telemetry-config.ts'
import { tlsOf } from './tls-values.ts'
import { secretFileNames, withSecretFiles } from './secret-files.ts'
import type { StallLimit } from '../observability/containment/stalls/stall-limit.ts'
import type { RootKey } from '../security/encryption/root-key.ts'
import type { HttpLimits } from '../http/http-limits.ts'
import type { HttpAddress } from '../http/http-address.ts'
import { firstAdminProblems } from '../identity/accounts/first-admin.ts'
import type { FirstAdmin } from '../identity/identity.ts'
import { systemMailServer } from '../mail/smtp-server.ts'
import type { AccessLogMode } from '../pipeline/access-log.ts'
import type { CallsPerMinute } from '../security/rate-limits/rate-limits.ts'
import type { LogFormat } from '../observability/log/host-log.ts'
import type { MetricExportConfig } from '../observability/metrics/export/metric-export-config.ts'
import type { TracesConfig } from '../observability/tracing/traces-config.ts'
import type { LogLevel } from '../support/log-line.ts'
import { inboundOf, type InboundConfig } from './inbound-config.ts'
import type { AcmeConfig } from '../tls/acme/acme-config.ts'
import type { TlsConfig } from '../tls/tls-config.ts'

/** Texts by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

type Name = keyof typeof variables

/** Configuration of the host. Times in milliseconds. */
export interface HostConfig extends InboundConfig {
  readonly listen: HttpAddress
  /** How the host serves HTTPS by itself; undefined for an instance that does not. */
  readonly tls: TlsConfig | undefined
  /** How the host gets certificates from an authority; undefined for an instance that does not. */
  readonly acme: AcmeConfig | undefined
  readonly publicUrl: URL | undefined
  /** The host that all workspaces share, as `normalizeHostName` has it. */
  readonly sharedHost: string | undefined
  /** `postgres://...` or the path of a SQLite file. */
  readonly databaseUrl: string
  /** Folder for the host's data outside of the database. */
  readonly dataFolder: string
  /** The root keys, the current one first; undefined for those of a key file. */
  readonly secretKeys: readonly RootKey[] | undefined
  /** Texts of the variables that are set; they win over settings of the console. */
  readonly given: Environment
  /** Variables that begin with `HOST_` and that nothing reads. */
  readonly unreadVariables: readonly string[]
  /** Whether PostgreSQL itself keeps the rows of workspaces apart. */
  readonly databaseRowSecurity: boolean
  readonly sqliteSynchronous: 'full' | 'normal'
  readonly firstAdmin: FirstAdmin | undefined
  readonly mailSending: MailSendingOptions
  /** Where plugins store files, with the credentials for it. */
  readonly blobs: {
    readonly place: BlobPlace
    /** There for a bucket. */
    readonly keys: Pick<Signer, 'accessKey' | 'secretKey'> | undefined
  }
  readonly backup: BackupConfig
  /** The path of a database of places; undefined for an instance that has none. */
  readonly geoDatabase: string | undefined
  /** The path of a list of hosts; undefined for an instance that refuses none. */
  readonly deniedHosts: string | undefined
  readonly trustedProxies: string
  /** Which destinations plugins may reach. */
  readonly outbound: OutboundPolicy
  /** Resolvers for checks of domains; undefined for those of the system. */
  readonly resolvers: DnsResolvers | undefined
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  readonly accessLog: AccessLogMode
  /** Token required to read the metrics; undefined while the endpoint is disabled. */
  readonly metricsToken: string | undefined
  /** How traces are recorded and sent; undefined where none are. */
  readonly traces: TracesConfig | undefined
  /** How metrics are sent; undefined where none are. */
  readonly metricExport: MetricExportConfig | undefined
  /** Calls a minute; 0 for any number. */
  readonly rates: CallsPerMinute
  /** The origins whose pages may read the API. */
  readonly corsOrigins: readonly string[]
  /** How far behind the host may be before it refuses work; 0 for any time. */
  readonly overloadLimit: number
  readonly http: Pick<HttpLimits, 'connections' | 'headersTimeout' | 'requestTimeout' | 'idleTimeout'>
  readonly answerTimeout: number
  /** How long a plugin may block the process before it ends. */
  readonly exitOnStall: StallLimit
  /** How long a host that is no longer ready keeps listening. */
  readonly stopDelay: number
  readonly stopTimeout: number
}

/** A variable's effective value, fit to be printed. */
export interface ConfigEntry {
  readonly name: string
  readonly value: string
  readonly isDefault: boolean
  /** Whether the console may set it instead, while it is not set here. */
  readonly isInConsole: boolean
  readonly description: string
}

/**
 * The environment, with the `.env` file of a folder as a fallback: the environment wins. Secrets may stand in files.
 * @throws BootError when one of these files can't be read
 */
export function readEnvironment(folder: string, environment: Environment): Environment {
  const file = join(folder, '.env')
  const text = readEnvFile(file)
  if (text === undefined) return withSecretFiles(environment)
  const wrong = linesWithoutName(text)
  refuse('config', wrong.length === 0 ? [] : [`The file "${file}", lines ${wrong.join(', ')}: use NAME=value.`])
  return withSecretFiles({ ...parseEnv(text), ...environment })
}

function readEnvFile(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    const problem = `The file "${file}" could not be read (${code}); make it a file that this user can read, or remove it.`
    throw new BootError('config', [problem], { cause: error })
  }
}

/** The numbers of lines that set nothing, which the parser would skip. Their text may be a secret. */
function linesWithoutName(text: string): readonly number[] {
  // The lines of a quoted value stand for themselves.
  const plain = text.replace(/=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)/g, (value) => `=${value.replace(/[^\n]/g, '')}`)
  return plain.split('\n').flatMap((line, index) => {
    return /^\s*(?:#|$|(?:export\s+)?[\w.-]+\s*=)/.test(line) ? [] : [index + 1]
  })
}

const tooLongForHeaders =
  'HOST_HEADERS_TIMEOUT: it is longer than HOST_REQUEST_TIMEOUT, which includes it; use a shorter timeout.'

/** Reads the configuration. @throws BootError with all mistakes at once */
export function readConfig(environment: Environment): HostConfig {
  const problems = unknownNames(environment)
  const read = <Key extends Name>(name: Key): ReturnType<(typeof variables)[Key]['parse']> | undefined => {
    const text = textOf(environment, name)
    if (text === undefined) return undefined
    try {
      return variables[name].parse(text) as ReturnType<(typeof variables)[Key]['parse']>
    } catch (error) {
      return void problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}.`)
    }
  }
  problems.push(...missingForMail(environment), ...missingForBucket((name) => textOf(environment, name)))
  const publicUrl = read('HOST_PUBLIC_URL')
  const config = {
    listen: read('HOST_LISTEN'),
    tls: tlsOf(read, { publicUrl, problems }),
    acme: acmeOf(read, problems),
    publicUrl,
    sharedHost: read('HOST_SHARED_HOST'),
    databaseUrl: databaseUrlOf(read, problems),
    dataFolder: read('HOST_DATA'),
    secretKeys: read('HOST_SECRET_KEY'),
    given: givenTexts(environment),
    unreadVariables: foreignNames(environment),
    databaseRowSecurity: read('HOST_DATABASE_RLS') === 'on',
    sqliteSynchronous: read('HOST_SQLITE_SYNCHRONOUS'),
    firstAdmin: firstAdmin(environment, problems),
    ...mailConfigOf(read, { publicUrl, problems }),
    blobs: blobsOf(read),
    backup: backupOf(read),
    geoDatabase: read('HOST_GEO_DATABASE'),
    deniedHosts: read('HOST_DENIED_HOSTS'),
    trustedProxies: read('HOST_TRUST_PROXY'),
    outbound: read('HOST_SAFEHTTP_ALLOW'),
    resolvers: read('HOST_DNS_RESOLVERS'),
    logLevel: read('HOST_LOG_LEVEL'),
    logFormat: read('HOST_LOG_FORMAT'),
    accessLog: read('HOST_ACCESS_LOG'),
    metricsToken: read('HOST_METRICS_TOKEN'),
    ...telemetryOf(read),
    rates: ratesOf(read),
    corsOrigins: read('HOST_CORS_ORIGINS'),
    overloadLimit: read('HOST_OVERLOAD_LIMIT'),
    http: httpLimitsOf(read),
    answerTimeout: read('HOST_ANSWER_TIMEOUT'),
    exitOnStall: read('HOST_EXIT_ON_STALL'),
    stopDelay: read('HOST_STOP_DELAY'),
    stopTimeout: read('HOST_STOP_TIMEOUT'),
  }
  problems.push(
    ...timeoutProblems(config.http),
    ...sharedHostProblems(config),
    ...socketProblems(config),
    ...traceProxyProblems(config),
    ...backupProblems(config.backup),
  )
  if (problems.length > 0) throw new BootError('config', problems)
  return Object.freeze(config as HostConfig)
}

/** Every variable with its effective value, secrets masked. */
export function listConfig(environment: Environment): readonly ConfigEntry[] {
  return Object.entries<ConfigVariable>(variables).map(([name, variable]) => {
    const text = textOf(environment, name as Name) ?? ''
    const value = variable.isSecret === true && text !== '' ? '********' : (variable.mask?.(text) ?? text)
    const isDefault = (environment[name] ?? '') === ''
    const isInConsole = operatorSettingNames.some((setting) => setting === name)
    return { name, value, isDefault, isInConsole, description: variable.description }
  })
}

function timeoutProblems(http: Pick<ReadTimes, 'headersTimeout' | 'requestTimeout'>): readonly string[] {
  const { headersTimeout = 0, requestTimeout = Number.POSITIVE_INFINITY } = http
  return headersTimeout > requestTimeout ? [tooLongForHeaders] : []
}

/** Times as they are read: undefined where the variable has a mistake. */
type ReadTimes = { readonly [Limit in keyof HostConfig['http']]: HostConfig['http'][Limit] | undefined }

/** The dashboard has a host of its own, which has to be known to tell others from it. */
function sharedHostProblems({
  publicUrl,
  sharedHost,
}: Partial<Pick<HostConfig, 'publicUrl' | 'sharedHost'>>): string[] {
  if (sharedHost === undefined) return []
  if (publicUrl === undefined) return ['HOST_PUBLIC_URL: it is missing; set it together with HOST_SHARED_HOST.']
  if (normalizeHostName(publicUrl.host) !== sharedHost) return []
  return ['HOST_SHARED_HOST: it is the host of HOST_PUBLIC_URL; use another name, such as one below it.']
}

function databaseUrlOf(read: Read, problems: string[]): string {
  const url = read('HOST_DATABASE_URL') ?? join(read('HOST_DATA') ?? '', 'host.db')
  const [ca, cert] = [read('HOST_DATABASE_CA_FILE'), read('HOST_DATABASE_CERT_FILE')]
  return withDatabaseFiles(url, { ca, cert, key: read('HOST_DATABASE_KEY_FILE') }, problems)
}

function givenTexts(environment: Environment): Environment {
  const set = Object.entries(environment).filter(([name, text]) => Object.hasOwn(variables, name) && text !== '')
  return Object.freeze(Object.fromEntries(set))
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
    problems.push(...firstAdminProblems({ email, password }))
    return { email, password, workspace: textOf(environment, 'HOST_ADMIN_WORKSPACE') ?? '' }
  }
  if (email !== undefined) problems.push('HOST_ADMIN_PASSWORD: it is missing; set it together with HOST_ADMIN_EMAIL.')
  if (password !== undefined) {
    problems.push('HOST_ADMIN_EMAIL: it is missing; set it together with HOST_ADMIN_PASSWORD.')
  }
  return undefined
}

function httpLimitsOf(read: Read) {
  return Object.freeze({
    connections: read('HOST_MAX_CONNECTIONS'),
    headersTimeout: read('HOST_HEADERS_TIMEOUT'),
    requestTimeout: read('HOST_REQUEST_TIMEOUT'),
    idleTimeout: read('HOST_IDLE_TIMEOUT'),
  })
}

function ratesOf(read: Read) {
  return Object.freeze({
    'sign-in': read('HOST_RATE_SIGN_IN'),
    api: read('HOST_RATE_API'),
    person: read('HOST_RATE_PERSON') ?? sessionsOfPerson * (read('HOST_RATE_API') ?? 0),
    redirect: read('HOST_RATE_REDIRECT'),
    page: read('HOST_RATE_PAGE'),
    form: read('HOST_RATE_FORM'),
  })
}

/** Mail in both directions. */
function mailConfigOf(
  read: Read,
  { publicUrl, problems }: { readonly publicUrl: URL | undefined; readonly problems: string[] },
): Pick<HostConfig, 'mailSending' | 'smtpInbound' | 'dnsInbound'> {
  const [server, from] = [read('HOST_SMTP_URL'), read('HOST_SMTP_FROM')]
  return {
    mailSending: mailSendingOf({
      server: server && from && systemMailServer(server, from),
      name: read('HOST_SMTP_NAME') ?? publicUrl?.hostname,
      directPort: read('HOST_MAIL_DIRECT'),
      from,
      hourlyLimit: read('HOST_MAIL_HOURLY_LIMIT') ?? 1,
      retryHours: read('HOST_MAIL_RETRY_HOURS') ?? 1,
      mebibytes: read('HOST_MAIL_STORAGE') ?? 1,
    }),
    ...inboundOf(read, { publicUrl, problems }),
  }
}

interface MailSendingValues extends Omit<MailSendingOptions, 'name' | 'retryFor' | 'storage'> {
  readonly name: string | undefined
  readonly retryHours: number
  readonly mebibytes: number
}

/** SMTP writes addresses in a form of their own, so an address does not count as a name. */
function mailSendingOf({ name, retryHours, mebibytes, ...values }: MailSendingValues): MailSendingOptions {
  const isName = name !== undefined && isIP(name.replace(/^\[|\]$/g, '')) === 0
  const bounds = { retryFor: retryHours * 3_600_000, storage: mebibytes * 1024 * 1024 }
  return Object.freeze({ ...values, ...bounds, name: isName ? name : 'localhost' })
}

/** Reads a variable; undefined where it is not set or has a mistake. */
export type Read = <Key extends Name>(name: Key) => ReturnType<(typeof variables)[Key]['parse']> | undefined

/** Letters need a sender, and links in them the address under which this instance is reached. */
function missingForMail(environment: Environment): string[] {
  const isSet = (name: Name): boolean => textOf(environment, name) !== undefined
  const isDirect = (textOf(environment, 'HOST_MAIL_DIRECT') ?? 'off') !== 'off'
  if (!isSet('HOST_SMTP_URL') && !isSet('HOST_SMTP_FROM')) return []
  if (!isSet('HOST_SMTP_URL') && !isDirect) {
    return ['HOST_SMTP_URL: it is missing; set it together with HOST_SMTP_FROM, or HOST_MAIL_DIRECT in its place.']
  }
  const from = isSet('HOST_SMTP_FROM') ? [] : ['HOST_SMTP_FROM: it is missing; set it together with HOST_SMTP_URL.']
  if (isSet('HOST_PUBLIC_URL')) return from
  return [...from, 'HOST_PUBLIC_URL: it is missing; links in emails require it.']
}

/** How many sessions a person may use at their full rate, unless HOST_RATE_PERSON says otherwise. */
const sessionsOfPerson = 2

/** What other commands read, which may stand in the environment of a machine that serves as well. */
const ofOtherCommands: ReadonlySet<string> = new Set([
  'HOST_MCP_URL',
  'HOST_MCP_TOKEN',
  'HOST_MCP_TOKEN_FILE',
  'HOST_PLUGINS',
  'HOST_WITHOUT',
  'HOST_DEV_FOLDERS',
  'HOST_DEV_HOMES',
  'HOST_DEV_PLUGINS',
  'HOST_DEV_PORT',
])

/** Names like ours that the host does not read; they may be those of another program. */
function foreignNames(environment: Environment): readonly string[] {
  return Object.keys(environment).filter((name) => name.startsWith('HOST_') && !isRead(name))
}

function isRead(name: string): boolean {
  return Object.hasOwn(variables, name) || secretFileNames.has(name) || ofOtherCommands.has(name)
}

/** Names that are nearly ours: mistyped, and so refused. */
function unknownNames(environment: Environment): string[] {
  const own = Object.keys(variables).filter((name) => name.startsWith('HOST_'))
  const known = own.map((name) => name.slice('HOST_'.length))
  return foreignNames(environment).flatMap((name) => {
    const nearest = nearestName(name.slice('HOST_'.length), known)
    return nearest === undefined ? [] : [`${name}: unknown variable; did you mean HOST_${nearest}?`]
  })
}
