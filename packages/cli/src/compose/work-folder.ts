/**
 * The folder in which a checkout composes: `build/compose`, always the same.
 *
 * Bundlers work a module's path into the names they give, so that a folder of a random name would give another
 * executable each time. One composition has the folder at a time; a lock that its owner left behind is taken over.
 */
import { link, mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BuildFailure } from '@host/inspect'

const patience = 300_000
const pause = 200

/** The checkout, and the receiver of wait messages. */
export interface WorkPlace {
  readonly root: string
  say(line: string): void
}

/** Runs work in an empty folder of its own name, which many may have at once. */
export async function inOwnFolder<Result>(root: string, run: (folder: string) => Promise<Result>): Promise<Result> {
  const build = join(root, 'build')
  await mkdir(build, { recursive: true })
  const folder = await mkdtemp(join(build, 'inspect-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rmdir(build).catch(() => undefined)
  }
}

/** Runs work in the one folder. @throws BuildFailure when another composition holds it too long */
export async function inWorkFolder<Result>(
  { root, say }: WorkPlace,
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const [folder, lock] = [join(root, 'build/compose'), join(root, 'build/compose.lock')]
  await mkdir(join(root, 'build'), { recursive: true })
  await takeLock(lock, say)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(lock, { force: true })
  }
}

// A link appears with its content or not at all, so that a lock is never read before it names its owner.
async function takeLock(lock: string, say: (line: string) => void): Promise<void> {
  const claim = `${lock}.${process.pid}`
  await writeFile(claim, String(process.pid))
  try {
    for (let waited = 0; waited < patience; waited += pause) {
      if (await succeeds(link(claim, lock))) return
      const owner = Number(await readFile(lock, 'utf8').catch(() => '0'))
      if (owner > 0 && !isRunning(owner)) await rm(lock, { force: true })
      else if (waited === 0) say(`[compose] waiting for another build in this checkout (process ${owner})`)
      await sleep(pause)
    }
  } finally {
    await rm(claim, { force: true })
  }
  throw new BuildFailure([
    `Another build has locked this checkout for ${patience / 60_000} minutes. Stop it, then try again.`,
  ])
}

function succeeds(step: Promise<unknown>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  )
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
