import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BuildFailure } from '@host/inspect'
import type { Checkout } from '../build/checkout.ts'
import { isOwn, platforms } from '../build/platforms.ts'
import { compose } from '../compose/compose.ts'
import { sumsFile, writeSums } from './write-sums.ts'

/** One release. */
export interface Release {
  readonly checkout: Checkout
  /** The text of `HOST_PLUGINS`. */
  readonly text: string | undefined
  /** The text of `HOST_WITHOUT`. */
  readonly without: string | undefined
  /** Where relative paths of the text begin. */
  readonly cwd: string
  /** The folder that is written; what was in it before is removed. */
  readonly folder: string
  /** Receives progress, a line at a time. */
  say(line: string): void
}

/** The bill of materials, which holds for every platform. */
const billFile = 'host.cdx.json'
/** What `install.sh` needs beside the executables, and the script itself. */
const deployFiles = ['install.sh', 'host.service'] as const

/**
 * Writes the files of a release: an executable for each platform, the bill of materials, the installer and the sums.
 * @throws BuildFailure with every problem of the stage that failed
 */
export async function writeDist({ checkout, text, without, cwd, folder, say }: Release): Promise<void> {
  await requireOwn(folder)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const programs = platforms.map((platform) => ({ platform, file: `host-${platform.name}` }))
  const targets = programs.map(({ platform, file }) => ({ platform, output: join(folder, file) }))
  const { bill } = await compose({ checkout, text, without, cwd, targets, say })
  await writeFile(join(folder, billFile), bill)
  for (const file of deployFiles) await copyFile(join(checkout.root, 'deploy', file), join(folder, file))
  await writeSums(folder, [...programs.map(({ file }) => file), billFile, ...deployFiles])
  const unrun = platforms.filter((platform) => !isOwn(platform)).map(({ name }) => name)
  say(
    `[dist] ${unrun.join(' and ')} can't run on this machine and were not run. Start each once before you publish it.`,
  )
}

/** Everything in the folder is removed, so it is one that this wrote, or an empty one. @throws BuildFailure */
async function requireOwn(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.length === 0 || names.includes(sumsFile)) return
  throw new BuildFailure([`"${folder}" has other files in it: use an empty folder, or one of an earlier release.`])
}
