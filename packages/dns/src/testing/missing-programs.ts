import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Programs that a test talks to. */
export interface WantedPrograms {
  /** Packages of Debian that have them. */
  readonly packages: readonly string[]
  /** Names of their executables. */
  readonly names?: readonly string[]
  /** Whether the rest works, such as a module of Python. */
  readonly isThere?: () => boolean
}

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']

/**
 * Other implementations that tests compare theirs with. Missing ones are installed with one call where the user may do
 * that. Without them a test is skipped, and under CI it fails.
 * @returns `false` where all are there, as the option `skip` of a test; otherwise the reason
 * @throws Error under CI
 * @example test('swaks sends an email', { skip: missingPrograms({ packages: ['swaks'], names: ['swaks'] }) }, run)
 */
export function missingPrograms({ packages, names = [], isThere = () => true }: WantedPrograms): string | false {
  const isReady = (): boolean => names.every(canRun) && isThere()
  if (isReady()) return false
  if (process.getuid?.() === 0) install(packages)
  if (isReady()) return false
  const missing = names.filter((name) => !canRun(name))
  const reason = `needs ${missing.length === 0 ? '' : `${missing.join(', ')}: `}apt-get install ${packages.join(' ')}`
  if (process.env['CI']) throw new Error(reason)
  return reason
}

function canRun(name: string): boolean {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Waits for another test file that installs the same, and starts none of the servers. */
function install(packages: readonly string[]): void {
  const get = 'apt-get -qq -o DPkg::Lock::Timeout=120'
  const command = `${get} update && ${get} install -y --no-install-recommends ${packages.join(' ')}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('sh', ['-c', command], { env, stdio: 'ignore', timeout: 240_000 })
}
