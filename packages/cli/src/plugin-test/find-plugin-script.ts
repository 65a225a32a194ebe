import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findCheckout } from '../find-checkout.ts'

/** The scripts of `@host/testing`: the checks, and the runner of a plugin's own tests. */
export type PluginScript = 'plugin-test' | 'run-tests'

/** A script, and the options of Node that it needs. */
export interface FoundScript {
  readonly options: readonly string[]
  readonly script: string
}

const sources: Readonly<Record<PluginScript, string>> = {
  'plugin-test': 'packages/testing/src/plugin-checks/plugin-test.ts',
  'run-tests': 'packages/testing/src/run-tests.ts',
}

/**
 * A script of the `@host/testing` that is installed for a plugin, so that the plugin is checked against the contract that
 * it is written for; in a checkout its source. Undefined where there is neither.
 */
export function findPluginScript(folder: string, name: PluginScript): FoundScript | undefined {
  const installed = findInstalled(folder, `@host/testing/dist/${name}.js`)
  if (installed !== undefined) return { options: [], script: installed }
  const root = findCheckout(folder)
  return root === undefined ? undefined : { options: ['--conditions=source'], script: join(root, sources[name]) }
}

/** The nearest file of an installed package at or above a folder. */
export function findInstalled(folder: string, path: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    const file = join(place, 'node_modules', path)
    if (existsSync(file)) return file
    if (dirname(place) === place) return undefined
  }
}
