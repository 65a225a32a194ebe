import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runAll } from './run-all.ts'
import { minutesOf, SuiteQueue, turnsOf } from './suite-turns.ts'
import type { Suite } from './test-suites.ts'

const folder = mkdtempSync(join(tmpdir(), 'run-all-'))
after(() => rmSync(folder, { recursive: true }))

const step = (name: string, source: string): Suite => ({
  kind: 'command',
  name,
  command: ['node', '-e', source],
  minutes: 1,
})

test('a run that hangs is ended, with the passed tests, the name of the hanging one, and no later ones', async () => {
  const lines: string[] = []
  const suites = [step('first', ''), step('hangs', 'setInterval(() => {}, 9)'), step('never', '')]
  const counts = await runAll(suites, { root: folder, isSoak: false, minutes: 0.06 }, (line) => lines.push(line))
  assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0 })
  const said = lines.join('\n')
  assert.match(said, /ok +first +1 passed/)
  assert.match(said, /FAILED hangs .*was running when the whole run ended/)
  assert.match(said, /The whole run was ended after 0\.06 minutes/)
  assert.doesNotMatch(said, /never/)
})

test('the test that hung is named with its place', async () => {
  const file = join(folder, 'hangs.test.mjs')
  const program = join(import.meta.dirname, 'run-node-tests.ts')
  writeFileSync(
    file,
    `import { test } from 'node:test'
     test('ends', () => {})
     test('waits for ever', () => new Promise(() => setInterval(() => {}, 9)))`,
  )
  const suite: Suite = { kind: 'command', name: 'tests', command: ['node', program, file], minutes: 0.08 }
  const lines: string[] = []
  await runAll([suite], { root: folder, isSoak: false, minutes: 1 }, (line) => lines.push(line))
  assert.match(lines.join('\n'), /did not end within 0\.08 minutes, in: waits for ever \(.*hangs\.test\.mjs:3\)/)
})

const computing: Suite = { kind: 'node', name: 'computing', files: [], minutes: 4 }
const waiting: Suite = { ...computing, name: 'waiting', minutes: 2, isBeside: true }

test('suites between two commands run in three lanes, and a soak runs one suite after the other', () => {
  const suites = [step('first', ''), waiting, computing, waiting, step('last', '')]
  const lanes = turnsOf(suites, false).map((turn) => turn.map((lane) => lane.map(({ name }) => name)))
  assert.deepEqual(lanes, [[['first']], [['computing'], ['waiting', 'waiting'], []], [['last']]])
  assert.equal(minutesOf(turnsOf(suites, false)), 1 + ((2 + 2) / 3 + 4) + 1)
  assert.equal(minutesOf(turnsOf(suites, true)), 10)
})

test('a command that may runs in the second lane', () => {
  const beside: Suite = { ...step('build', ''), isBeside: true }
  const lanes = turnsOf([beside, computing], false).map((turn) => turn.map((lane) => lane.map(({ name }) => name)))
  assert.deepEqual(lanes, [[['computing'], ['build'], []]])
})

test('a lane with nothing left takes the next suite of the other one, and each suite runs once', async () => {
  const [turn = []] = turnsOf([computing, waiting, { ...waiting, name: 'more' }, { ...waiting, name: 'last' }], false)
  const queue = new SuiteQueue(turn)
  const taken: (string | undefined)[] = []
  for (const lane of [0, 1, 0, 1]) taken.push((await queue.next(lane))?.name)
  assert.deepEqual(taken, ['computing', 'waiting', 'more', 'last'])
  assert.deepEqual([await queue.next(0), await queue.next(1)], [undefined, undefined])
})

test('the third lane takes those that wait before those that compute', async () => {
  const [turn = []] = turnsOf([computing, { ...computing, name: 'more' }, waiting, { ...waiting, name: 'last' }], false)
  const queue = new SuiteQueue(turn)
  const taken: (string | undefined)[] = []
  for (const lane of [0, 1, 2, 2]) taken.push((await queue.next(lane))?.name)
  assert.deepEqual(taken, ['computing', 'waiting', 'last', 'more'])
})

test('a suite that comes after another one begins when that has ended, and later ones before it meanwhile', async () => {
  const first: Suite = { ...waiting, name: 'build' }
  const [turn = []] = turnsOf([first, { ...computing, name: 'needs it', after: 'build' }, computing], false)
  const queue = new SuiteQueue(turn)
  assert.equal((await queue.next(1))?.name, 'build')
  assert.equal((await queue.next(0))?.name, 'computing')
  let begun: string | undefined
  const next = queue.next(0).then((suite) => (begun = suite?.name))
  queue.end(computing)
  await new Promise(setImmediate)
  assert.equal(begun, undefined)
  queue.end(first)
  assert.equal(await next, 'needs it')
})

test('a suite whose predecessor is not part of the run waits for none', async () => {
  const queue = new SuiteQueue([[{ ...computing, after: 'build' }]])
  assert.equal((await queue.next(0))?.name, 'computing')
})
