import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { parseAccessKey, parseBlobPlace } from './blobs/blob-place.ts'
import {
  between,
  oneOf,
  parseDatabaseUrl,
  parseDelay,
  parseProxies,
  parsePublicUrl,
  parseSeconds,
} from './config-values.ts'
import { parseMetricsToken } from './accounting/metrics/metrics-token.ts'
import { parseStallLimit } from './containment/stalls/stall-limit.ts'
import { parseSecretKeys } from './encryption/secret-key.ts'
import { parseListenAddress } from './http/listen-address.ts'
import { parseSender } from './mail/sender-address.ts'
import { parseSmtpServer } from './mail/smtp-server.ts'
import { parseOrigins } from './middleware/cors.ts'

const mostCalls = 100_000_000

/** An environment variable that the host reads. */
export interface ConfigVariable<Value = unknown> {
  readonly description: string
  readonly default?: string
  readonly isSecret?: boolean
  /** @throws TypeError with the expected form */
  parse(text: string): Value
}

/** Every variable that the host reads. The table is the documentation: `host config` prints it. */
export const variables = {
  HOST_LISTEN: { description: 'Address and port to listen on', default: ':8080', parse: parseListenAddress },
  HOST_PUBLIC_URL: { description: 'The public address of this host', parse: parsePublicUrl },
  HOST_DATA: { description: 'Folder of the SQLite file and the key file', default: './data', parse: String },
  HOST_DATABASE_URL: {
    description: 'postgres://…, or the path of a SQLite file',
    isSecret: true,
    parse: parseDatabaseUrl,
  },
  HOST_SECRET_KEY: {
    description: 'Keys that seal secrets in the database, the current one first; a key file when not set',
    isSecret: true,
    parse: (text) => parseSecretKeys(text.split(',')),
  },
  HOST_DATABASE_RLS: {
    description: 'on adds row-level security in PostgreSQL, for a role that it applies to',
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
  HOST_SMTP_URL: {
    description: 'The mail server that sends emails: smtps://user:password@mail.example.com, or smtp:// for STARTTLS',
    isSecret: true,
    parse: parseSmtpServer,
  },
  HOST_SMTP_FROM: { description: 'The sender of emails, such as "Host <host@example.com>"', parse: parseSender },
  HOST_BLOBS: {
    description: 'Storage for files of plugins: database, a folder, or s3://bucket/prefix?region=…&endpoint=https://…',
    default: 'database',
    parse: parseBlobPlace,
  },
  HOST_S3_ACCESS_KEY: { description: 'The access key of the bucket in HOST_BLOBS', parse: parseAccessKey },
  HOST_S3_SECRET_KEY: { description: 'Its secret key', isSecret: true, parse: String },
  HOST_GEO_DATABASE: {
    description: 'A MaxMind database (.mmdb) of countries or cities that maps addresses to places',
    parse: String,
  },
  HOST_TRUST_PROXY: { description: 'Addresses and ranges of proxies in front', default: '', parse: parseProxies },
  HOST_SAFEHTTP_ALLOW: {
    description: 'Destinations beyond public ones that plugins may reach: address[/length][:port], comma separated',
    default: '',
    parse: (allow) => new OutboundPolicy({ allow }),
  },
  HOST_LOG_LEVEL: {
    description: 'Least severe level to log',
    default: 'info',
    parse: oneOf('debug', 'info', 'warn', 'error'),
  },
  HOST_LOG_FORMAT: {
    description: 'json for programs, text for people, auto for text on a terminal and json elsewhere',
    default: 'auto',
    parse: oneOf('auto', 'json', 'text'),
  },
  HOST_ACCESS_LOG: {
    description: 'Answers to log, one line each: off, errors (400 and above) or all',
    default: 'errors',
    parse: oneOf('off', 'errors', 'all'),
  },
  HOST_METRICS_TOKEN: {
    description: 'Bearer token required by /metrics; the endpoint is disabled when not set',
    isSecret: true,
    parse: parseMetricsToken,
  },
  HOST_RATE_SIGN_IN: {
    description: 'Attempts a minute that a client address has to sign in; 0 for any number',
    default: '60',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_API: {
    description: 'Calls of the API a minute that a session has, or an address without one; 0 for any number',
    default: '600',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_PERSON: {
    description:
      'Calls of the API a minute that a person has over all sessions and tokens; twice HOST_RATE_API when not set; 0 for any number',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_REDIRECT: {
    description: 'Redirects a minute that a client address has; 0 for any number',
    default: '6000',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_CORS_ORIGINS: {
    description: 'Origins whose pages may read the API without a session, comma separated',
    default: '',
    parse: parseOrigins,
  },
  HOST_OVERLOAD_LIMIT: {
    description: 'Milliseconds of event loop delay before the host answers 503; 0 for never',
    default: '500',
    parse: between(0, 60_000, 'milliseconds'),
  },
  HOST_MAX_CONNECTIONS: {
    description: 'Connections that are open at once; one address has a quarter of them',
    default: '10000',
    parse: between(1, 1_000_000, 'connections'),
  },
  HOST_HEADERS_TIMEOUT: { description: 'Seconds for the headers of a request', default: '15', parse: parseSeconds },
  HOST_REQUEST_TIMEOUT: { description: 'Seconds for a whole request', default: '60', parse: parseSeconds },
  HOST_IDLE_TIMEOUT: {
    description: 'Seconds a connection may be idle; longer than the keep-alive of a proxy in front',
    default: '65',
    parse: parseSeconds,
  },
  HOST_ANSWER_TIMEOUT: {
    description: 'Seconds that a handler may take for its answer',
    default: '60',
    parse: parseSeconds,
  },
  HOST_EXIT_ON_STALL: {
    description:
      'Seconds that a plugin may block the process before it ends; off, or auto: 3 under --workers, else off',
    default: 'auto',
    parse: parseStallLimit,
  },
  HOST_STOP_DELAY: {
    description: 'Seconds between the first 503 of /readyz and the end of listening, for a proxy to notice; 0 for none',
    default: '0',
    parse: parseDelay,
  },
  HOST_STOP_TIMEOUT: { description: 'Seconds that a stop may take', default: '10', parse: parseSeconds },
} as const satisfies Readonly<Record<string, ConfigVariable>>
