import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { json, type AnyPlugin } from '@host/plugin'
import { BootError } from '../src/support/boot-error.ts'
import { labHost, type LabOptions } from './lab-host.ts'
import { notesInfo } from './notes-plugin.ts'

/** A plugin as no compiler would let it pass. */
export function plainPlugin(name: string, members: Readonly<Record<string, unknown>> = {}): AnyPlugin {
  return { name, info: notesInfo, models: [], mount() {}, ...members }
}

/** A plugin that registers routes, wherever they lie. */
export function routesPlugin(name: string, ...patterns: readonly string[]): AnyPlugin {
  return plainPlugin(name, {
    mount: (mux: { handle(pattern: string, handler: () => Response): void }) => {
      for (const pattern of patterns) mux.handle(pattern, () => json({}))
    },
  })
}

/** The problems that a start with these plugins is refused for; none when it succeeds. */
export async function problemsOf(
  context: TestContext,
  plugins: readonly AnyPlugin[],
  options?: LabOptions,
): Promise<readonly string[]> {
  try {
    await labHost(context, plugins, options)
  } catch (error) {
    assert.ok(error instanceof BootError, String(error))
    return error.problems
  }
  return []
}
