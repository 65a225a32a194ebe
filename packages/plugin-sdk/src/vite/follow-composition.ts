/**
 * Follows the composition during development. When a plugin file is added, changed, renamed or removed, or an edition
 * lists another plugin, everything is read again. Problems are shown in the page and in the terminal and don't stop the
 * valid parts; pages reload when the virtual module has changed.
 */
import { sep } from 'node:path'
import type { ViteDevServer } from 'vite'
import type { CheckedComposition, ReadComposition } from './composition.ts'
import { changedDictionary, isDictionary } from './changed-dictionary.ts'
import type { FaultBoard } from './fault-board.ts'
import { followPageFaults } from './page-faults.ts'
import { faultOfProblems } from './fault-of-problems.ts'
import { sourcesOf } from './tailwind-sources.ts'
import { publicModule } from './public-pages.ts'
import { virtualModule } from './virtual-plugins.ts'

/** The files to follow, and how to read them. */
export interface FollowedComposition {
  readonly faults: FaultBoard
  /** The files that list the in-tree plugins. */
  readonly editions: readonly string[]
  /** Folders of other sources, which are watched so that a file that is new there is seen. */
  readonly watched: readonly string[]
  readonly current: () => CheckedComposition
  /** Reads everything again and makes it current. */
  readonly read: () => Promise<ReadComposition>
}

/** Long enough for an editor that writes a file in two steps. */
const calmMilliseconds = 20

const source = 'host-web'

/** Follows the files of the plugins until the server closes. */
export function followComposition(server: ViteDevServer, followed: FollowedComposition): void {
  const { current, faults, editions, watched } = followed
  let timer: NodeJS.Timeout | undefined
  const places = (): string[] => [...editions, ...current().halves.map(({ dir }) => dir)]
  const watchAll = (): unknown => server.watcher.add([...watched, ...places()])
  const sendTexts = (file: string): void => {
    const data = changedDictionary(current(), file)
    if (data !== undefined) server.ws.send({ type: 'custom', event: 'host:texts', data })
  }
  const again = async (): Promise<void> => {
    const before = current()
    const { problems, composition } = await followed.read().catch(unread(before))
    watchAll()
    const fault = faultOfProblems(problems, composition.halves)
    if (fault !== undefined) server.config.logger.error(fault.message)
    faults.show(source, fault)
    if (differs(before, composition)) reload(server)
  }
  server.watcher.on('all', (event, file) => {
    if (event === 'change' && isDictionary(current(), file)) setTimeout(() => sendTexts(file), calmMilliseconds)
    if (!places().some((place) => file === place || file.startsWith(place + sep))) return
    clearTimeout(timer)
    timer = setTimeout(() => void again(), calmMilliseconds)
  })
  followPageFaults(server, faults, () => current().halves.map(({ dir }) => dir))
  server.httpServer?.once('listening', () => {
    watchAll()
    void again()
  })
  server.httpServer?.once('close', () => clearTimeout(timer))
}

function unread(before: CheckedComposition): (error: unknown) => ReadComposition {
  return (error) => ({ composition: before, problems: [(error as Error).message] })
}

function differs(before: CheckedComposition, after: CheckedComposition): boolean {
  const moduleOf = (checked: CheckedComposition): string => virtualModule(checked) + publicModule(checked)
  return moduleOf(before) !== moduleOf(after) || sourcesOf(before.halves) !== sourcesOf(after.halves)
}

function reload(server: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(server.environments)) moduleGraph.invalidateAll()
  server.ws.send({ type: 'full-reload' })
}
