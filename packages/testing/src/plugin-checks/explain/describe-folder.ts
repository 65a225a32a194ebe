import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyPlugin } from '@host/plugin'
import { describePlugins, type PluginEntry, type PluginSurface } from '@host/host'
import { loadPlugin } from '../inspect-plugin.ts'
import { PluginCheckFailure } from '../plugin-report.ts'
import { shareContract } from '../share-contract.ts'
import { readChecksFile } from '../sources/read-checks-file.ts'
import { readServer } from '../sources/read-sources.ts'

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/**
 * Describes the plugin of a folder, on a host with an empty database and the plugins that its `plugin-checks.json` lists.
 * @param home a folder with the packages that the plugin needs, and with that file; the plugin's own when left out
 * @throws PluginCheckFailure, BootError with sentences, or the error of the plugin's own modules
 */
export async function describeFolder(folder: string, home = folder): Promise<PluginSurface> {
  const own = readServer(folder)
  const { beside, environment } = readChecksFile(home)
  const others = beside.map((written) => readServer(join(home, written)))
  const isApart = own.folder !== home
  using _ = shareContract([...(isApart ? [own.folder] : []), ...others.map((other) => other.folder)])
  using __ = isApart ? findPackagesIn(home) : undefined
  const plugin = await loadPlugin(own)
  const { version } = own.server.manifest
  const entries = [
    entryOf(plugin, version),
    ...(await Promise.all(others.map(loadPlugin))).map((each) => entryOf(each)),
  ]
  const [surface] = await describePlugins({ plugins: entries, environment, log })
  if (surface !== undefined) return surface
  throw new PluginCheckFailure(`${folder} could not be described.`)
}

function entryOf(plugin: AnyPlugin, version = '0.0.0'): PluginEntry {
  const granted = plugin.topLevelApi ?? []
  return { plugin, version, outOfTree: granted.length === 0, granted }
}

/** Finds packages below another folder where they are missing: an unpacked plugin has none of its own. */
function findPackagesIn(home: string): Disposable {
  const parentURL = pathToFileURL(join(home, 'package.json')).href
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context)
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
        if (!isMissing || /^[./]|^\w+:/.test(specifier)) throw error
        return next(specifier, { ...context, parentURL })
      }
    },
  })
  return { [Symbol.dispose]: () => hooks.deregister() }
}

function ignore(): void {
  // The log of a description has no reader.
}
