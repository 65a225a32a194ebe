/**
 * The real protocol between processes, over simulated links and clocks: whatever is slow, lost, late or dead, no
 * process uses the state from before an answered change.
 */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import {
  fastLink,
  SimulatedProcess,
  type SimulatedWorld,
} from '../../../testing/security/coherence/simulated-process.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
/** Between two looks of the simulation, in milliseconds. */
const grain = 10
const cutOff = { there: 1e9, back: 0, isDeaf: true }

const latency = fc.constantFrom(0, 0, 0, 1, 30, 240, 700, 990, 1_100, 2_600)
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('change' as const), ms: fc.constantFrom(0, 0, 10, 300, 1_500) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('link' as const), there: latency, back: latency, isDeaf: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('well' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const) }) },
)
const step = fc.record({ at: fc.nat(2), act, rest: fc.constantFrom(10, 50, 250, 260, 1_000, 1_300, 3_000) })

/** Runs it all in a time of its own. */
async function inOwnTime(work: (advance: (ms: number) => Promise<void>, world: SimulatedWorld) => Promise<void>) {
  const world: SimulatedWorld = { now: 1_000, stored: 0, answered: 0, rows: new Map() }
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await work(async (ms) => {
      for (let passed = 0; passed < ms; passed += grain) {
        world.now += grain
        mock.timers.tick(grain)
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
    }, world)
  } finally {
    mock.timers.reset()
  }
}

function begin(world: SimulatedWorld, count: number): readonly SimulatedProcess[] {
  const all = Array.from({ length: count }, () => new SimulatedProcess(world))
  for (const each of all) each.others = all.filter((other) => other !== each)
  return all
}

function look(all: readonly SimulatedProcess[], world: SimulatedWorld): void {
  for (const [place, each] of all.entries()) {
    const seen = each.isDead ? world.answered : each.read()
    assert.ok(seen >= world.answered, `process ${place} uses ${seen} although ${world.answered} was answered`)
  }
}

test('for any failure of links and processes, values from before an answered change are never used', async () => {
  let answers = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await inOwnTime(async (advance, world) => {
        const all = begin(world, 3)
        const pass = async (ms: number): Promise<void> => {
          for (let passed = 0; passed < ms; passed += 50) {
            await advance(Math.min(50, ms))
            look(all, world)
          }
        }
        await pass(500)
        for (const { at, act: what, rest } of steps) {
          const each = all[at]
          if (each === undefined || each.isDead) continue
          if (what.kind === 'change') each.change(what.ms)
          else if (what.kind === 'link') each.link = what
          else if (what.kind === 'well') each.link = fastLink
          else if (at > 0) each.isDead = true
          look(all, world)
          await pass(rest)
        }
        await pass(9_000)
        answers += world.answered
      })
    }),
    { numRuns: isSoak ? 3_000 : 60 },
  )
  assert.ok(answers > 50, `only ${answers} changes were answered`)
})

test('a process that is killed between its commit and its word is noticed by all others', async () => {
  await inOwnTime(async (advance, world) => {
    const all = begin(world, 3)
    await advance(500)
    look(all, world)
    all[1]?.change(200)
    await advance(50)
    assert.equal(all[2]?.read(), 0, 'nobody has said anything')
    Object.assign(all[1] ?? {}, { isDead: true })
    await advance(3_500)
    assert.deepEqual([all[0]?.read(), all[2]?.read()], [1, 1])
  })
})

test('a process that is cut off right after its commit answers when all others must have noticed', async () => {
  await inOwnTime(async (advance, world) => {
    const all = begin(world, 3)
    await advance(500)
    look(all, world)
    Object.assign(all[0] ?? {}, { link: cutOff })
    all[0]?.change(0)
    await advance(1_000)
    assert.equal(world.answered, 0, 'not yet')
    await advance(5_800)
    assert.equal(world.answered, 1)
    look(all, world)
  })
})

test('a process that is cut off for long can not say that all others know', async () => {
  await inOwnTime(async (advance, world) => {
    const all = begin(world, 3)
    await advance(500)
    look(all, world)
    Object.assign(all[0] ?? {}, { link: cutOff })
    await advance(5_000)
    look(all, world)
    all[0]?.change(0)
    await advance(20_000)
    assert.equal(world.answered, 0)
    Object.assign(all[0] ?? {}, { link: fastLink })
    await advance(3_000)
    assert.deepEqual(
      all.map((each) => each.read()),
      [1, 1, 1],
      'they are told later',
    )
  })
})

test('one that stands still delays an answer by little more than a second, and only once', async () => {
  await inOwnTime(async (advance, world) => {
    const all = begin(world, 3)
    await advance(500)
    Object.assign(all[2] ?? {}, { link: cutOff })
    all[0]?.change(0)
    await advance(1_000)
    assert.equal(world.answered, 0)
    await advance(400)
    assert.equal(world.answered, 1)
    await advance(1_500)
    all[1]?.change(0)
    await advance(30)
    assert.equal(world.answered, 2, 'its row is gone')
  })
})

test('trust counts from when a beat was sent, so a slow answer can not stretch it', async () => {
  for (let moment = 0; moment < 1_000; moment += 50) {
    await inOwnTime(async (advance, world) => {
      const all = begin(world, 2)
      await advance(500)
      Object.assign(all[1] ?? {}, { link: { there: 0, back: 900, isDeaf: true } })
      await advance(2_000 + moment)
      look(all, world)
      all[0]?.change(0)
      for (let passed = 0; passed < 3_000; passed += grain) {
        await advance(grain)
        look(all, world)
      }
      assert.equal(world.answered, 1)
    })
  }
})
