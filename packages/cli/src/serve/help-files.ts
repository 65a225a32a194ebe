import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyPlugin } from '@host/plugin'
import { readHelpPages } from '@host/inspect/help-pages'
import type { CliContext } from '../cli-context.ts'
import { findCheckout } from '../find-checkout.ts'

/** Where the help pages of a plugin are found: inside the executable, or in the plugin's folder while developing. */
export function helpFilesOf({ assets, cwd, env }: CliContext): (plugin: AnyPlugin) => ReadonlyMap<string, string> {
  if (assets !== undefined) {
    return ({ name }) =>
      new Map(assets.list(`docs/${name}`).map((file) => [file, assets.text(`docs/${name}/${file}`)] as const))
  }
  const root = findCheckout(cwd)
  const followed = JSON.parse(env['HOST_DEV_HOMES'] ?? '{}') as Readonly<Record<string, string>>
  return ({ name, helpDocsFS }) => {
    const home = followed[name] ?? (root === undefined ? undefined : join(root, 'plugins', name))
    return home === undefined || helpDocsFS === undefined ? new Map() : readFolder(join(home, helpDocsFS), home)
  }
}

function readFolder(folder: string, home: string): ReadonlyMap<string, string> {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return new Map()
  const { files } = readHelpPages(folder, home)
  return new Map(Array.from(files, ([name, content]) => [name, content.toString('utf8')]))
}
