/**
 * The folder in which a checkout composes: `build/compose`, always the same.
 *
 * Bundlers work a module's path into the names they give, so that a folder of a random name would give another
 * executable each time. One composition has the folder at a time; a lock that its owner left behind is taken over.
 */
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BuildFailure } from '../build/build-failure.ts'

const patience = 300_000
const pause = 200

/** Runs work in an empty folder that is gone afterwards. @throws BuildFailure when another composition holds it too long */
export async function inWorkFolder<Result>(root: string, run: (folder: string) => Promise<Result>): Promise<Result> {
  const build = join(root, 'build')
  const [folder, lock] = [join(build, 'compose'), join(build, 'compose.lock')]
  await mkdir(build, { recursive: true })
  await takeLock(lock)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'plugins'), { recursive: true })
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(lock, { force: true })
    await rmdir(build).catch(() => undefined)
  }
}

async function takeLock(lock: string): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(pause)) {
    const taken = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    )
    if (taken) return
    const owner = Number(await readFile(lock, 'utf8').catch(() => '0'))
    if (owner > 0 && !isRunning(owner)) await rm(lock, { force: true })
  }
  throw new BuildFailure([
    `Another composition has held this checkout for ${patience / 60_000} minutes. End it, then run this again.`,
  ])
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
