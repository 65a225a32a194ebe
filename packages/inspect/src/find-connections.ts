import { relative } from 'node:path'
import { dependencyOf, placeBelow } from './dependency-place.ts'
import { readNetwork } from './module-facts.ts'
import { allowNetwork, safely } from './network-advice.ts'
import { quote } from './quote.ts'
import type { ReachedModule } from './reach-modules.ts'

/** The network use of modules, in words that follow their owner. */
export function findConnections(modules: readonly ReachedModule[], home: string): string[] {
  const told = new Set<string>()
  return modules.flatMap(({ path, text }) => {
    const owner = dependencyOf(path)
    const found = readNetwork(path, text)
    const [first] = found ?? []
    if ((found !== undefined && first === undefined) || told.has(owner ?? path)) return []
    told.add(owner ?? path)
    const place = owner === undefined ? relative(home, path) : placeBelow(path, owner)
    if (first === undefined) return [`depends on ${place}, which can't be read as a module: remove it`]
    const where = `${owner === undefined ? '' : `in its dependency ${quote(owner)} `}(${place} line ${first.line})`
    return [`bypasses the host's network controls with ${first.what} ${where}: ${safely}, or ${allowNetwork}`]
  })
}
