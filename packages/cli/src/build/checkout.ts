import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { KeptResults } from './kept-results.ts'

/** The checkout that builds: where its parts stand, and which version it is. */
export interface Checkout {
  readonly root: string
  readonly version: string
  /** Kept between builds and never part of the result: stripped runtimes, packed contracts. */
  readonly cache: string
  /** Kept in the same place: compressed files, packed modules, trials that passed. */
  readonly results: KeptResults
  /** The pinned Node, which is also the runtime inside the executable. */
  readonly node: string
}

/** The checkout this file stands in. */
export function openCheckout(root: string = resolve(import.meta.dirname, '../../../..')): Checkout {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const cache = join(root, 'node_modules/.cache/host')
  const results = new KeptResults(join(cache, 'results'))
  return { root, version: manifest.version, cache, results, node: process.execPath }
}
