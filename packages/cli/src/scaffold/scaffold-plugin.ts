import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailure } from '../command-failure.ts'
import type { Assets } from '../embedded/assets.ts'
import { pluginNames, type PluginNames } from './plugin-names.ts'

/** The plugin to write, and its place. */
export interface Scaffold {
  readonly name: string
  /** The new folder; it must not exist. */
  readonly folder: string
  /** Holds the template below `template/` and the contract packages below `vendor/`. */
  readonly assets: Assets
}

/**
 * Writes a plugin that type-checks, passes its tests, packs and composes. It appears in one step or not at all.
 * @throws CommandFailure with a sentence
 */
export async function scaffoldPlugin({ name, folder, assets }: Scaffold): Promise<void> {
  const names = pluginNames(name)
  if (await exists(folder)) {
    throw new CommandFailure([`${folder} already exists. Choose another name, or move the folder.`])
  }
  const draft = join(dirname(folder), `.${name}.${process.pid}`)
  try {
    for (const path of assets.list('template')) {
      await put(join(draft, spell(path, names)), spell(assets.text(`template/${path}`), names))
    }
    for (const path of assets.list('vendor')) await put(join(draft, 'vendor', path), assets.bytes(`vendor/${path}`))
    await rename(draft, folder)
  } catch (error) {
    throw new CommandFailure([
      `${folder} could not be written (${(error as Error).message}). Check the folder's permissions and the free disk space.`,
    ])
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

// The template is a plugin named "blank-plugin", which no text of it says for another reason.
function spell(text: string, { kebab, pascal, snake, title }: PluginNames): string {
  return text
    .replaceAll('blank-plugin', kebab)
    .replaceAll('BlankPlugin', pascal)
    .replaceAll('blank_plugin', snake)
    .replaceAll('Blank plugin', title)
}

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
