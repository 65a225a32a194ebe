import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busyPercent, readCoreTimes } from './busy-cores.ts'

test('the busy share counts what has passed since, and no time is no share', () => {
  const before = { busy: 1_000, all: 10_000 }
  assert.equal(busyPercent(before, { busy: 2_500, all: 12_000 }), 75)
  assert.equal(busyPercent(before, before), 0)
})

test('the cores have been busy for a part of their time', () => {
  const { busy, all } = readCoreTimes()
  assert.ok(busy > 0 && busy < all, `${busy} of ${all}`)
})
