import type { Half } from '@host/inspect'
import type { ComposedHalf, ComposedPlugin } from '../build/composed-plugin.ts'
import { halfDigest } from '../build/half-digest.ts'
import type { ReadPlugin } from './check-plugins.ts'

/** A checked plugin, as the build takes it. */
export async function composed({ server, web }: ReadPlugin, name: string): Promise<ComposedPlugin> {
  const help = server.help?.files ?? new Map<string, Buffer>()
  const serverHalf = await composedHalf(server, help)
  return { name, server: serverHalf, help, ...(web === undefined ? {} : { web: await composedHalf(web, new Map()) }) }
}

async function composedHalf(
  { dir, manifest, modules }: Half,
  help: ReadonlyMap<string, Buffer>,
): Promise<ComposedHalf> {
  return {
    package: manifest.name,
    version: manifest.version,
    dir,
    entry: modules.entry,
    digest: await halfDigest(dir, modules, help),
  }
}
