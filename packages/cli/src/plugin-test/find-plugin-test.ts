import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findCheckout } from '../find-checkout.ts'

/** The check of a plugin: the Node to run it on, and the script to run. */
export interface PluginTest {
  readonly node: string
  readonly options: readonly string[]
  readonly script: string
}

/**
 * The checks that belong to a plugin: those of the `@host/testing` that is installed for it, so that it is held against
 * the contract that it is written for; in a checkout its sources. Undefined where there are neither.
 */
export function findPluginTest(folder: string): PluginTest | undefined {
  for (let place = folder; ; place = dirname(place)) {
    const script = join(place, 'node_modules/@host/testing/dist/plugin-test.js')
    if (existsSync(script)) return { node: 'node', options: [], script }
    if (dirname(place) === place) break
  }
  const root = findCheckout(folder)
  if (root === undefined) return undefined
  return {
    node: join(root, 'node_modules/.bin/node'),
    options: ['--conditions=source'],
    script: join(root, 'packages/testing/src/plugin-checks/plugin-test.ts'),
  }
}
