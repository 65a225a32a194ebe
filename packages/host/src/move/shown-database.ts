/** Addresses of databases as people may see them: in messages, and in the mark of a moved instance. */
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { changedUrl } from '../database/postgres/postgres-url.ts'

/** Parameters that say, with `options`, which schema an address leads to: one may have the name of its user. */
const locating: ReadonlySet<string> = new Set(['host', 'port', 'db', 'user'])

/** Parameters without a secret: these too, the ways of TLS with the paths of its files, and settings of the connection. */
const shown: ReadonlySet<string> = new Set([
  ...locating,
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'ssl',
  'uselibpqcompat',
  'application_name',
  'client_encoding',
  'encoding',
  'connect_timeout',
  'target_session_attrs',
  'keepalives',
])

const masked = '********'

/** An option that chooses a schema. */
// bounded: the spaces behind a `-c` are read once, for that `-c` alone.
const schemaOption = /(?<=^|[^\\]\s)(?:-c\s*|--)search_path=[\w,"$]+(?=\s|$)/g

/**
 * The address of a database without its secrets. Parameters that may have one, and those that are not known, keep their
 * names. @example postgres://app:********@db.internal/app?sslmode=verify-full
 * @throws DatabaseError for a text that names no database
 */
export function shownDatabase(url: string): string {
  if (!isPostgres(url)) return sqlitePath(url)
  return changedUrl(url, (address) => {
    if (address.password !== '') address.password = masked
    address.hash = ''
    for (const [name, value] of address.searchParams.entries().toArray()) {
      if (name === 'options') address.searchParams.set(name, shownOptions(value))
      else if (!shown.has(name)) address.searchParams.set(name, masked)
    }
  })
}

/** Options that choose a schema, and a mask for all others. */
function shownOptions(value: string): string {
  const schemas = value.match(schemaOption) ?? []
  const isAll = value.replaceAll(schemaOption, '').trim() === ''
  return [...schemas, ...(isAll ? [] : [masked])].join(' ')
}

/** Whether a shown address leads to the schema of an address. The way there may be another one, such as another `sslmode`. */
export function isShownDatabase(place: string, url: string): boolean {
  return locationOf(place) === locationOf(shownDatabase(url))
}

function locationOf(place: string): string {
  if (!isPostgres(place)) return place
  return changedUrl(place, (address) => {
    address.protocol = 'postgres:'
    address.password = ''
    for (const name of address.searchParams.keys().toArray()) {
      if (name !== 'options' && !locating.has(name)) address.searchParams.delete(name)
    }
  })
}
