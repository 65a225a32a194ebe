/**
 * `.host` in the folder of a plugin: data of its development, ignored by git and packing. One process at a time
 * develops a folder; `running` names it. The data are disposable: `--fresh` deletes them.
 */
import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BuildFailure } from '@host/inspect'

/** The name of the folder. */
export const placeName = '.host'

/** Files of a plugin's development, while this process develops it. */
export interface PluginPlace extends Disposable {
  /** The folder of the database and its key. */
  readonly data: string
  /** Build cache of the pages, kept between starts. */
  readonly cache: string
}

/**
 * Takes the place of a plugin for this process.
 * @throws BuildFailure when another process has it, or when it is not a folder of its own
 */
export async function takePlace(plugin: string, { isFresh }: { readonly isFresh: boolean }): Promise<PluginPlace> {
  const place = join(plugin, placeName)
  const found = lstatSync(place, { throwIfNoEntry: false })
  if (found?.isDirectory() === false) {
    throw new BuildFailure([`${place} is not a folder: remove it, then try again.`])
  }
  await mkdir(place, { recursive: true, mode: 0o700 })
  await writeFile(join(place, '.gitignore'), '*\n')
  const running = join(place, 'running')
  await claim(running, plugin)
  const release = (): void => rmSync(running, { force: true })
  process.once('exit', release)
  const data = join(place, 'data')
  if (isFresh) await rm(data, { recursive: true, force: true })
  return {
    data,
    cache: join(place, 'vite'),
    [Symbol.dispose]() {
      process.off('exit', release)
      release()
    },
  }
}

async function claim(running: string, plugin: string): Promise<void> {
  const write = () => writeFile(running, String(process.pid), { flag: 'wx' })
  try {
    await write()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(readFileSync(running, 'utf8'))
    if (isAlive(holder)) {
      throw new BuildFailure([
        `${plugin} is already running in development, in process ${holder}. Stop that process, or remove ${running}.`,
      ])
    }
    await rm(running, { force: true })
    await write()
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
