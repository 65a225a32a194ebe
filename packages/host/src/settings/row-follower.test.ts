import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Log } from '@host/plugin'
import type { Bus } from '../database/bus/bus.ts'
import { RowFollower } from './row-follower.ts'

test('a change is published to the other processes also when this one cannot read it', async () => {
  const published: string[] = []
  const bus = { publish: (topic: string) => void published.push(topic) } as unknown as Bus
  const read = () => Promise.reject(new Error('away'))
  const follower = new RowFollower({ bus, topic: 'row', log: {} as Log, read })
  await assert.rejects(follower.changed(), /away/)
  assert.deepEqual(published, ['row'])
})
