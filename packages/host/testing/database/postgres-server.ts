import { randomUUID } from 'node:crypto'
import { PostgresProcess } from './postgres-process.ts'
import { queryPostgres, withPostgres, type Query } from './query-postgres.ts'

/** A new database by its two URLs. */
export interface PostgresDatabase {
  /** Connects as a plain role, which row-level security binds. */
  readonly url: string
  /** Connects as the role that made the database, a superuser as a rule. */
  readonly adminUrl: string
  /** Lets it be deleted, once nothing is connected to it and another one is made. */
  drop(): Promise<void>
}

/** A running server. */
export interface PostgresServer {
  /** @param template the name of a database to copy, which nothing is connected to; an empty one when left out */
  createDatabase(template?: string): Promise<PostgresDatabase>
}

const plain = 'host_test'

/** Starts a server for this process, or takes the one of `HOST_TEST_DATABASE_URL`. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['HOST_TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return serverAt(new URL(given), await plainRole(new URL(given)))
  return await serverOf(await PostgresProcess.create())
}

/** A server that is our own as one for tests. */
export async function serverOf(own: PostgresProcess): Promise<PostgresServer> {
  await queryPostgres(own.adminUrl, `create role ${plain} login`)
  return serverAt(own.adminUrl, own.urlOf(plain))
}

/** The given role when it is a plain one, otherwise one that is made for this process. */
async function plainRole(given: URL): Promise<URL> {
  const bypasses = 'select 1 from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)'
  if ((await queryPostgres(given, bypasses)).length === 0) return given
  const role = new URL(given)
  role.username = `${plain}_${process.pid}_${Date.now()}`
  role.password = randomUUID()
  await queryPostgres(given, `create role ${role.username} login password '${role.password}'`)
  return role
}

function serverAt(admin: URL, owner: URL): PostgresServer {
  let created = 0
  const ended = new Set<string>()
  return {
    async createDatabase(template) {
      created += 1
      const name = `host_test_${process.pid}_${Date.now()}_${created}`
      const role = decodeURIComponent(owner.username)
      const source = `${template ?? 'template0'} strategy file_copy`
      await withPostgres(admin, async (query) => {
        await dropUnused(ended, query)
        await query(`create database ${name} owner ${role} template ${source}`)
      })
      const at = (user: URL): string => Object.assign(new URL(user), { pathname: name }).href
      return { url: at(owner), adminUrl: at(admin), drop: async () => void ended.add(name) }
    },
  }
}

/** Tests may end their hosts after their database, so that one with connections is left for later. */
async function dropUnused(ended: Set<string>, query: Query): Promise<void> {
  if (ended.size === 0) return
  const rows = await query('select distinct datname from pg_stat_activity where datname is not null')
  const used = new Set(rows.map(({ datname }) => datname))
  for (const name of [...ended].filter((each) => !used.has(each))) {
    // Of two that look at once, one drops it.
    if (!ended.delete(name)) continue
    // A connection may have come since; the next look tries again.
    await query(`drop database if exists ${name}`).catch(() => void ended.add(name))
  }
}
