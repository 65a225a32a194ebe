import type { Half } from '@host/inspect'
import type { ReadPlugin } from './check-plugins.ts'

/** A plugin that was read in one folder, as it stands after that folder was moved. */
export function relocate({ server, web, ...plugin }: ReadPlugin, from: string, to: string): ReadPlugin {
  const move = (path: string): string => (path.startsWith(from) ? to + path.slice(from.length) : path)
  const moved = ({ dir, home, modules, ...half }: Half): Half => ({
    ...half,
    dir: move(dir),
    home: move(home),
    modules: {
      entry: move(modules.entry),
      modules: new Map([...modules.modules].map(([path, facts]) => [move(path), facts])),
      files: modules.files.map(move),
      broken: modules.broken,
    },
  })
  return { ...plugin, server: moved(server), ...(web === undefined ? {} : { web: moved(web) }) }
}
