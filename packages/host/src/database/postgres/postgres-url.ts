/** Connection strings of PostgreSQL, as `pg` understands them. */
import type pg from 'pg'
import { DatabaseError } from '../database-error.ts'

/** In place of a missing host, which `URL` refuses behind a user: `postgres://app@/app?host=/run/postgresql`. */
const standIn = 'host.invalid'

/**
 * A connection string with other parts.
 * @throws DatabaseError without the text itself, which may hold a password
 */
export function changedUrl(url: string, change: (address: URL) => void): string {
  const hasHost = URL.canParse(url)
  const address = URL.parse(hasHost ? url : url.replace('@/', `@${standIn}/`))
  if (address === null) {
    throw new DatabaseError(
      'query_refused',
      'The value is not a valid URL of a database: use postgres://user@server/name.',
    )
  }
  change(address)
  return hasHost ? address.href : address.href.replace(`${standIn}/`, '/')
}

/**
 * Connects with settings, such as `-c timezone=UTC`, whatever `options` the connection string has: `pg` would take those
 * in place of ours. The server takes the last value of a setting, so ours stand behind them.
 */
export function withSettings(
  url: string,
  settings: string,
): Pick<pg.ClientConfig, 'options'> & { readonly connectionString: string } {
  const given: string[] = []
  const connectionString = changedUrl(url, ({ searchParams }) => {
    given.push(...searchParams.getAll('options').slice(-1))
    searchParams.delete('options')
  })
  if (given.length === 0) return { connectionString: url, options: settings }
  return { connectionString, options: [...given, settings].join(' ') }
}
