import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { parseCronLine } from '../backup/backup-config.ts'
import { parseIdentity, parseRecipient } from '../backup/chunks/recipient.ts'
import { parseBackupPlace } from '../backup/repository/open-repository.ts'
import { parseRetention } from '../backup/retention.ts'
import { parseAccessKey, parseBlobPlace } from '../blobs/blob-place.ts'
import { acmeVariables } from './acme-variables.ts'
import { telemetryVariables } from './telemetry-variables.ts'
import {
  between,
  oneOf,
  parseDatabaseUrl,
  parseDelay,
  parseLoadBalancers,
  parseMailName,
  parseNameServers,
  parseDirectDelivery,
  parseResolvers,
  parseProxies,
  parsePublicUrl,
  parseSeconds,
  parseSharedHost,
} from './config-values.ts'
import { parseMetricsToken } from '../observability/metrics/metrics-token.ts'
import { parseStallLimit } from '../observability/containment/stalls/stall-limit.ts'
import { parseSecretKeys } from '../security/encryption/secret-key.ts'
import { parseHttpAddress } from '../http/http-address.ts'
import { parseListenAddress } from '../http/listen-address.ts'
import { parseSender } from '../mail/sender-address.ts'
import { parseSmtpServer } from '../mail/smtp-server.ts'
import { parseOrigins } from '../pipeline/cors.ts'

const mostCalls = 100_000_000

/** An environment variable that the host reads. */
export interface ConfigVariable<Value = unknown> {
  readonly description: string
  readonly default?: string
  readonly isSecret?: boolean
  /** Whether it names data, files, a port or a server of mail that a copy of the instance must not use. */
  readonly isOfInstance?: boolean
  /** Masks the parts of a text that may be secret when the configuration is listed. */
  readonly mask?: (text: string) => string
  /** @throws TypeError with the expected form */
  parse(text: string): Value
}

/** Every variable that the host reads. The table is the documentation: `host config` prints it. */
export const variables = {
  HOST_LISTEN: {
    description: 'Address and port to listen on, or a Unix socket, such as unix:/run/host/host.sock',
    default: ':8080',
    isOfInstance: true,
    parse: parseHttpAddress,
  },
  HOST_TLS_LISTEN: {
    description: 'Address and port of HTTPS, such as :443; requires HOST_TLS_CERT and HOST_TLS_KEY, or HOST_TLS=acme',
    isOfInstance: true,
    parse: parseListenAddress,
  },
  HOST_TLS: {
    description: 'acme gets certificates for the host of HOST_PUBLIC_URL and for verified domains by itself',
    default: 'off',
    isOfInstance: true,
    parse: oneOf('off', 'acme'),
  },
  HOST_TLS_CERT: {
    description: 'PEM file of the certificate for HTTPS, with those of its authorities; read again when changed',
    isOfInstance: true,
    parse: String,
  },
  HOST_TLS_KEY: { description: 'PEM file of the key of that certificate', isOfInstance: true, parse: String },
  ...acmeVariables,
  HOST_PUBLIC_URL: { description: 'Public address of this host for browsers', parse: parsePublicUrl },
  HOST_DATA: {
    description: 'Folder of the SQLite file and the key file',
    default: './data',
    isOfInstance: true,
    parse: String,
  },
  HOST_DATABASE_URL: {
    description: 'postgres://…, or the path of a SQLite file',
    isSecret: true,
    isOfInstance: true,
    parse: parseDatabaseUrl,
  },
  HOST_DATABASE_CA_FILE: {
    description: 'PEM file of the authorities that the certificate of the PostgreSQL server must be from',
    isOfInstance: true,
    parse: String,
  },
  HOST_DATABASE_CERT_FILE: {
    description: 'PEM file of a client certificate for PostgreSQL',
    isOfInstance: true,
    parse: String,
  },
  HOST_DATABASE_KEY_FILE: { description: 'PEM file of the key of that certificate', isOfInstance: true, parse: String },
  HOST_SECRET_KEY: {
    description: 'Keys that encrypt secrets in the database, current key first; a key file is created when not set',
    isSecret: true,
    parse: (text) => parseSecretKeys(text.split(',')),
  },
  HOST_DATABASE_RLS: {
    description: 'on isolates workspaces with PostgreSQL row-level security; needs a role without BYPASSRLS',
    default: 'off',
    parse: oneOf('off', 'on'),
  },
  HOST_SQLITE_SYNCHRONOUS: {
    description: 'full survives a power cut, normal is faster',
    default: 'full',
    parse: oneOf('full', 'normal'),
  },
  HOST_ADMIN_EMAIL: { description: 'The first instance admin of an empty database', isOfInstance: true, parse: String },
  HOST_ADMIN_PASSWORD: {
    description: 'Password of that instance admin',
    isSecret: true,
    isOfInstance: true,
    parse: String,
  },
  HOST_ADMIN_WORKSPACE: { description: 'Name of their workspace', default: 'Home', isOfInstance: true, parse: String },
  HOST_SMTP_URL: {
    description: 'SMTP server for sending email: smtps://user:password@mail.example.com, or smtp:// for STARTTLS',
    isSecret: true,
    isOfInstance: true,
    parse: parseSmtpServer,
  },
  HOST_SMTP_FROM: {
    description: 'Sender of emails, such as "Host <host@example.com>", by HOST_SMTP_URL or HOST_MAIL_DIRECT',
    isOfInstance: true,
    parse: parseSender,
  },
  HOST_DNS_LISTEN: {
    description: 'Address and port on which DNS is answered over UDP and TCP, such as :53; off when not set',
    isOfInstance: true,
    parse: parseListenAddress,
  },
  HOST_DNS_NAMES: {
    description:
      'Names of this name server in NS records, separated by commas; the host of HOST_PUBLIC_URL when not set',
    isOfInstance: true,
    parse: parseNameServers,
  },
  HOST_SMTP_LISTEN: {
    description: 'Address and port on which email is received by SMTP, such as :25; off when not set',
    isOfInstance: true,
    parse: parseListenAddress,
  },
  HOST_SMTP_PROXIES: {
    description:
      'Addresses and ranges of load balancers before HOST_SMTP_LISTEN; they must send a PROXY header (v1, v2)',
    default: '',
    isOfInstance: true,
    parse: parseLoadBalancers,
  },
  HOST_SMTP_NAME: {
    description: 'Name of this host in SMTP and in MX records; the host of HOST_PUBLIC_URL when not set',
    isOfInstance: true,
    parse: parseMailName,
  },
  HOST_SMTP_CERT: {
    description: 'PEM file of the certificate for SMTP with STARTTLS; read again when changed',
    isOfInstance: true,
    parse: String,
  },
  HOST_SMTP_KEY: { description: 'PEM file of the key of that certificate', isOfInstance: true, parse: String },
  HOST_MAIL_DIRECT: {
    description:
      'on delivers mail straight to the servers of its recipients where no other server takes it; a port in place of 25',
    default: 'off',
    isOfInstance: true,
    parse: parseDirectDelivery,
  },
  HOST_MAIL_HOURLY_LIMIT: {
    description: 'Recipients that a workspace may send to in an hour; further mail waits',
    default: '1000',
    parse: between(1, 10_000_000, 'recipients'),
  },
  HOST_MAIL_RETRY_HOURS: {
    description: 'Hours for which mail that was not accepted is tried again',
    default: '72',
    parse: between(1, 120, 'hours'),
  },
  HOST_MAIL_STORAGE: {
    description: 'Mebibytes of emails that a workspace may store; further mail is refused until some are deleted',
    default: '10240',
    parse: between(1, 1_000_000_000, 'mebibytes'),
  },
  HOST_BLOBS: {
    description: 'Storage for files of plugins: database, a folder, or s3://bucket/prefix?region=…&endpoint=https://…',
    default: 'database',
    isOfInstance: true,
    parse: parseBlobPlace,
  },
  HOST_S3_ACCESS_KEY: {
    description: 'Access key of the bucket in HOST_BLOBS',
    isOfInstance: true,
    parse: parseAccessKey,
  },
  HOST_S3_SECRET_KEY: {
    description: 'Secret key of the bucket in HOST_BLOBS',
    isSecret: true,
    isOfInstance: true,
    parse: String,
  },
  HOST_BACKUP: {
    description:
      'Place of backups: a folder, or s3://bucket/prefix?region=…&endpoint=https://…; none are made when not set',
    isOfInstance: true,
    parse: parseBackupPlace,
  },
  HOST_BACKUP_ACCESS_KEY: {
    description: 'Access key of the bucket of backups',
    isOfInstance: true,
    parse: parseAccessKey,
  },
  HOST_BACKUP_SECRET_KEY: {
    description: 'Secret key of the bucket of backups',
    isSecret: true,
    isOfInstance: true,
    parse: String,
  },
  HOST_BACKUP_RECIPIENT: {
    description: 'Public key of "host backups key" that backups are encrypted for; a bucket requires it',
    isOfInstance: true,
    parse: parseRecipient,
  },
  HOST_BACKUP_IDENTITY: {
    description: 'Private key of "host backups key", for drills that restore an encrypted backup; best kept elsewhere',
    isSecret: true,
    isOfInstance: true,
    parse: parseIdentity,
  },
  HOST_BACKUP_KEEP: {
    description:
      'Backups to keep: the last one of each of so many days, weeks and months, and all of the last 24 hours',
    default: '7d4w12m',
    isOfInstance: true,
    parse: parseRetention,
  },
  HOST_BACKUP_AT: {
    description: 'When the host makes a backup by itself, as a cron line in UTC',
    default: '30 2 * * *',
    isOfInstance: true,
    parse: parseCronLine,
  },
  HOST_BACKUP_DRILL_AT: {
    description: 'When the host tries the last backup by restoring it beside the database, as a cron line in UTC',
    default: '30 4 * * 0',
    isOfInstance: true,
    parse: parseCronLine,
  },
  HOST_GEO_DATABASE: {
    description: 'MaxMind database (.mmdb) of countries or cities that plugins use to locate IP addresses',
    parse: String,
  },
  HOST_DENIED_HOSTS: {
    description:
      'File of hosts that short links must not lead to, one a line, with all below each; read again when changed',
    parse: String,
  },
  HOST_TRUST_PROXY: {
    description:
      'Addresses and ranges of trusted reverse proxies; unix for one that connects to the socket of HOST_LISTEN',
    default: '',
    parse: parseProxies,
  },
  HOST_SAFEHTTP_ALLOW: {
    description: 'Non-public destinations that plugins may reach: address[/length][:port], comma separated',
    default: '',
    parse: (allow) => new OutboundPolicy({ allow }),
  },
  HOST_DNS_RESOLVERS: {
    description:
      'DNS resolvers for domain checks: address[:port] on one port, comma separated; those of the system when not set',
    parse: parseResolvers,
  },
  HOST_LOG_LEVEL: {
    description: 'Minimum log level',
    default: 'info',
    parse: oneOf('debug', 'info', 'warn', 'error'),
  },
  HOST_LOG_FORMAT: {
    description: 'json, text, or auto (text on a terminal, json otherwise)',
    default: 'auto',
    parse: oneOf('auto', 'json', 'text'),
  },
  HOST_ACCESS_LOG: {
    description: 'Responses to log: off, errors (400 and above), or all',
    default: 'errors',
    parse: oneOf('off', 'errors', 'all'),
  },
  HOST_METRICS_TOKEN: {
    description: 'Bearer token required by /metrics; the endpoint is disabled when not set',
    isSecret: true,
    parse: parseMetricsToken,
  },
  ...telemetryVariables,
  HOST_SHARED_HOST: {
    description: 'Host name that all workspaces share, such as go.example.com for short links; none when not set',
    parse: parseSharedHost,
  },
  HOST_RATE_SIGN_IN: {
    description: 'Sign-in attempts per minute and client address; 0 for unlimited',
    default: '60',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_API: {
    description: 'API calls per minute and session, or per address without a session; 0 for unlimited',
    default: '600',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_PERSON: {
    description:
      'API calls per minute and user across all sessions and tokens; default: twice HOST_RATE_API; 0 for unlimited',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_REDIRECT: {
    description: 'Redirects per minute and client address; 0 for unlimited',
    default: '6000',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_PAGE: {
    description: 'Public pages and their files per minute and client address; 0 for unlimited',
    default: '1200',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_RATE_FORM: {
    description: 'Submissions of public forms per minute and client address; 0 for unlimited',
    default: '20',
    parse: between(0, mostCalls, 'calls'),
  },
  HOST_CORS_ORIGINS: {
    description: 'Origins allowed to read the API without a session, comma separated',
    default: '',
    parse: parseOrigins,
  },
  HOST_OVERLOAD_LIMIT: {
    description: 'Event loop delay in milliseconds above which the host returns 503; 0 for never',
    default: '500',
    parse: between(0, 60_000, 'milliseconds'),
  },
  HOST_MAX_CONNECTIONS: {
    description: 'Maximum open connections; one address can use a quarter of them',
    default: '10000',
    parse: between(1, 1_000_000, 'connections'),
  },
  HOST_HEADERS_TIMEOUT: {
    description: 'Time limit in seconds for the headers of a request',
    default: '15',
    parse: parseSeconds,
  },
  HOST_REQUEST_TIMEOUT: {
    description: 'Time limit in seconds for a whole request',
    default: '60',
    parse: parseSeconds,
  },
  HOST_IDLE_TIMEOUT: {
    description: 'Keep-alive timeout in seconds; set it higher than the timeout of a proxy in front',
    default: '65',
    parse: parseSeconds,
  },
  HOST_ANSWER_TIMEOUT: {
    description: 'Time limit in seconds for a handler to respond',
    default: '60',
    parse: parseSeconds,
  },
  HOST_EXIT_ON_STALL: {
    description:
      'Seconds that a plugin may block the process before the process exits; off, or auto: 3 with --workers, otherwise off',
    default: 'auto',
    parse: parseStallLimit,
  },
  HOST_STOP_DELAY: {
    description:
      'Seconds between the first 503 of /readyz and closing the listener, so that a proxy can notice; 0 for none',
    default: '0',
    parse: parseDelay,
  },
  HOST_STOP_TIMEOUT: { description: 'Time limit in seconds for shutdown', default: '10', parse: parseSeconds },
} as const satisfies Readonly<Record<string, ConfigVariable>>
