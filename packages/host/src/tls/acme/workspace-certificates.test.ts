import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { missingPebble } from '@host/acme/testing'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { AcmeLab } from '../../../testing/tls/acme-lab.ts'
import { failureCodes } from './certificate-failure.ts'
import { problemSentence } from './certificate-problems.ts'

const skip = missingPebble()
const [sqlite] = testDatabases
assert.ok(sqlite)

suite('certificates of a workspace', { skip }, () => {
  test('are its own, with reasons, and a failed one is ordered again when it asks', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    await lab.answer('org_1', 'good.example')
    await lab.answer('org_1', '*.wild.example')
    await lab.answer('org_2', 'other.example')
    await process.run()
    const { service } = process
    const hosts = ['*.wild.example', 'good.example', 'other.example', 'unknown.example']
    const [failed, valid, ...more] = await service.find('org_1', hosts)
    assert.deepEqual(more, [])
    assert.deepEqual([failed?.host, failed?.state, failed?.trouble?.code], ['*.wild.example', 'failed', 'no_zone'])
    assert.match(failed?.trouble?.reason.en ?? '', /Add the zone/)
    assert.deepEqual([valid?.host, valid?.state, valid?.trouble], ['good.example', 'valid', null])
    await assert.rejects(service.retry('org_2', '*.wild.example'), { code: 'not_found' })
    await assert.rejects(service.retry('org_1', 'good.example'), { code: 'conflict' })
    lab.zones.set('wild.example', 'org_1')
    await process.run()
    assert.equal((await service.find('org_1', hosts))[0]?.state, 'failed', 'it waits for an hour')
    await service.retry('org_1', '*.wild.example')
    await process.run()
    assert.equal((await service.find('org_1', hosts))[0]?.state, 'valid')
  })

  test('a host in a zone is proved by an answer while the feature of zones is off, and a wildcard waits', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    lab.zones.set('zone.example', 'org_1')
    lab.isDnsOn = false
    lab.takesChanges = false
    for (const host of ['go.zone.example', '*.zone.example']) await lab.answer('org_1', host)
    await process.run()
    const listed = await process.service.find('org_1', ['go.zone.example', '*.zone.example'])
    assert.deepEqual(
      listed.map(({ host, trouble }) => [host, trouble?.code]),
      [
        ['*.zone.example', 'no_zone'],
        ['go.zone.example', undefined],
      ],
    )
  })

  test('a host is proved by an answer after its zone did not take a change', async () => {
    await using lab = await AcmeLab.start(sqlite)
    const process = await lab.process()
    lab.zones.set('zone.example', 'org_1')
    lab.takesChanges = false
    await lab.answer('org_1', 'go.zone.example')
    await process.run()
    assert.equal((await process.service.find('org_1', ['go.zone.example']))[0]?.trouble?.code, 'dns_change')
    await process.service.retry('org_1', 'go.zone.example')
    await process.run()
    assert.equal((await process.service.find('org_1', ['go.zone.example']))[0]?.state, 'valid')
  })
})

test('every reason has a sentence of its own in both languages, and an unknown one has one too', () => {
  const said = failureCodes.map((code) => problemSentence(code))
  for (const language of ['en', 'zh'] as const) {
    assert.equal(new Set(said.map((sentence) => sentence[language])).size, failureCodes.length)
  }
  assert.equal(problemSentence('of_tomorrow'), problemSentence('authority'))
})
