import pg from 'pg'
import { withSettings } from './postgres-url.ts'
import { overEveryWorkspace } from './row-security.ts'
import { tenantSetting } from './tenant-query.ts'

export interface PoolOptions {
  readonly url: string
  /** Most connections. */
  readonly size: number
  /** Longest wait for a connection, in milliseconds. */
  readonly patience: number
  /** How long the server lets a statement run, such as `30s`. */
  readonly statementLimit: string
  readonly rowSecurity: boolean
  readonly onConnectionError: ((error: Error) => void) | undefined
}

const sessionSettings = [
  '-c timezone=UTC -c datestyle=ISO -c standard_conforming_strings=on -c row_security=on',
  '-c idle_in_transaction_session_timeout=60s',
].join(' ')

/** A pool whose connections have the settings that the layer relies on; each is opened when it is needed. */
export function openPool({
  url,
  size,
  patience,
  statementLimit,
  rowSecurity,
  onConnectionError,
}: PoolOptions): pg.Pool {
  const settings = `${sessionSettings} -c statement_timeout=${statementLimit}`
  const pool = new pg.Pool({
    ...withSettings(url, rowSecurity ? settings : `${settings} ${overEveryWorkspace}`),
    max: size,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    // Statements that are sent together take one round trip. One that is told of its failure holds up no other.
    pipeline: true,
    ...(rowSecurity && { verify: prepareTenant }),
  })
  pool.on('error', (error) => onConnectionError?.(error))
  // Between two statements of a transaction nothing else listens, and an error without a listener ends the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

function prepareTenant(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query({ ...tenantSetting, values: [''] }, done)
}
