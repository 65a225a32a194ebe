/** The release workflow, which can't be run here: it names nothing that could be another thing tomorrow. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Workflow {
  readonly permissions: object
  readonly jobs: Readonly<
    Record<
      string,
      { readonly permissions: object; readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }
    >
  >
}

const workflow = parse(read('.github/workflows/release.yml')) as Workflow
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)

test('every action of the release is named by its commit, and jobs have only the rights that they state', () => {
  const uses = steps.flatMap((step) => step.uses ?? [])
  assert.ok(uses.length > 1)
  for (const action of uses) assert.match(action, /@[0-9a-f]{40}$/)
  assert.deepEqual(workflow.permissions, {})
})

test('a release installs what the lock file names, with checks of age and trust, and audits and tests it before it builds', () => {
  const commands = steps.flatMap((step) => step.run ?? [])
  const order = [
    /--frozen-lockfile .*--config\.minimum-release-age=\d+ --config\.trust-policy=no-downgrade/,
    /\baudit\b/,
    /^\.ci\/run$/,
    /^make dist$/,
  ]
  const places = order.map((pattern) => commands.findIndex((command) => pattern.test(command)))
  assert.ok(
    places.every((place, index) => place > (places[index - 1] ?? -1)),
    places.join(),
  )
})

test('the package manager is named with its hash, and every command finds its version without it', () => {
  const { packageManager } = JSON.parse(read('package.json')) as { readonly packageManager: string }
  assert.match(packageManager, /^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/)
  for (const file of ['Makefile', 'tools/setup.sh']) {
    assert.match(read(file), /"packageManager": "pnpm@\\\(\[\^"\+\]\*\\\)\[\+"\]/)
  }
})
