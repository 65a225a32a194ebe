import { BuildFailure } from '@host/inspect'

/** Variables that would connect a host to real data, email or secrets. */
const leadsElsewhere = [
  'HOST_DATABASE_URL',
  'HOST_DATA',
  'HOST_SECRET_KEY',
  'HOST_BLOBS',
  'HOST_S3_ACCESS_KEY',
  'HOST_S3_SECRET_KEY',
  'HOST_BACKUP',
  'HOST_BACKUP_ACCESS_KEY',
  'HOST_BACKUP_SECRET_KEY',
  'HOST_BACKUP_RECIPIENT',
  'HOST_BACKUP_IDENTITY',
  'HOST_SMTP_URL',
  'HOST_SMTP_FROM',
  'HOST_TLS',
  'HOST_ACME_EAB_KEY',
] as const
/** Variables that development sets itself. */
const decided = new Set([
  'HOST_LISTEN',
  'HOST_PUBLIC_URL',
  'HOST_ADMIN_EMAIL',
  'HOST_ADMIN_PASSWORD',
  'HOST_ADMIN_WORKSPACE',
])
/** Secrets that may be set for all programs of a machine, so that they are left out and refuse nothing. */
const leftOut = new Set(
  ['', 'TRACES_', 'METRICS_'].flatMap((signal) => {
    const name = `OTEL_EXPORTER_OTLP_${signal}HEADERS`
    return [name, `${name}_FILE`]
  }),
)

/**
 * The environment of a plugin's development, which has an instance of its own: nothing of another one reaches it.
 * @throws BuildFailure with everything that names another instance
 */
export function pluginEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const problems = leadsElsewhere
    .filter((name) => (env[name] ?? '') !== '')
    .map((name) => `${name} is set, but plugin development uses its own data: unset it and try again.`)
  if (env['NODE_ENV'] === 'production') {
    problems.unshift('NODE_ENV is "production": unset it, or develop on another machine.')
  }
  if (problems.length > 0) throw new BuildFailure(problems)
  return Object.fromEntries(Object.entries(env).filter(([name]) => !decided.has(name) && !leftOut.has(name)))
}
