import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDomain, listDomains } from '../../shared.ts'
import { openDomainsLab, type DomainsLab } from '../testing/domains-lab.ts'

async function verified(lab: DomainsLab) {
  const added = await lab.add('acme.example')
  lab.set(added)
  await lab.verify(added.id)
  return added
}

suite('checks in the background', () => {
  test('a pending domain is checked later and later, and verified without anybody asking', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    const asked = () => lab.dns.asked.filter(({ type }) => type === 'TXT').length
    await lab.pass({ seconds: 50 })
    assert.equal(asked(), 0)
    await lab.pass({ seconds: 20 })
    assert.equal(asked(), 2)
    await lab.pass({ minutes: 1 })
    assert.equal(asked(), 2)
    await lab.pass({ minutes: 1, seconds: 10 })
    assert.equal(asked(), 4)
    lab.set(added)
    await lab.pass({ minutes: 5 })
    assert.equal((await lab.read(added.id)).state, 'verified')
    assert.deepEqual(await lab.events(), ['domain.created', 'domain.verified'])
    assert.deepEqual(await lab.proofs(), ['acme.example'])
  })

  test('a domain that is not verified within seven days is removed, and can be added again', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    for (let hour = 0; hour < 7 * 24; hour += 4) await lab.pass({ hours: 4 })
    await lab.pass({ minutes: 1 })
    assert.deepEqual((await lab.host.as('admin').call(listDomains)).items, [])
    assert.deepEqual(await lab.events(), ['domain.created', 'domain.removed'])
    const again = await lab.add('acme.example')
    assert.notEqual(again.challenge.value, added.challenge.value)
  })

  test('an expired domain is not verified, even before it is removed', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    lab.set(added)
    await lab.host.switchFeature('domains', false)
    await lab.pass({ days: 8 })
    await lab.host.switchFeature('domains', true)
    const answer = await lab.host.as('admin').post(`/api/domains/${added.id}/verify`, {})
    assert.ok([404, 409].includes(answer.status), String(answer.status))
    assert.deepEqual(await lab.proofs(), [])
    await lab.host.as('admin').call(addDomain, { name: 'acme.example' })
  })

  test('a verified domain is checked every 30 days, and lost after 3 failures over 7 days', async () => {
    await using lab = await openDomainsLab()
    const { id, ...domain } = await verified(lab)
    await lab.edge.assign(lab.host.workspaces.here, 'go.acme.example')
    const served = async () => (await lab.host.fetch(new Request('http://go.acme.example/'))).status
    await lab.pass({ days: 31 })
    assert.equal((await lab.read(id)).state, 'verified')
    lab.set(domain, [])
    await lab.pass({ days: 31 })
    assert.deepEqual([(await lab.read(id)).state, await served()], ['failing', 200])
    for (let day = 0; day < 6; day += 1) await lab.pass({ days: 1 })
    assert.deepEqual([(await lab.read(id)).state, await served()], ['failing', 200])
    for (let day = 0; day < 2; day += 1) await lab.pass({ days: 1, minutes: 5 })
    assert.deepEqual([(await lab.read(id)).state, await lab.proofs()], ['lost', []])
    assert.notEqual(await served(), 200)
    const bad = ['domain.created', 'domain.verified', 'domain.verify_failed', 'domain.lost']
    assert.deepEqual(await lab.events(), bad)
    assert.deepEqual(
      lab.notifications.map(({ to, path }) => [to, path]),
      Array.from({ length: 2 }, () => [{ orgId: lab.host.workspaces.here, role: 'admin' }, `/domains/${id}`]),
    )
    lab.set(domain)
    assert.equal((await lab.verify(id)).state, 'verified')
    assert.deepEqual([await lab.proofs(), await served()], [['acme.example'], 200])
    lab.set(domain, [])
    await lab.pass({ days: 31 })
    assert.equal((await lab.read(id)).state, 'failing', 'the checks went on')
  })

  test('look-ups that fail never take a domain away, and one success ends a failure', async () => {
    await using lab = await openDomainsLab()
    const { id, ...domain } = await verified(lab)
    lab.set(domain, 'refused')
    await lab.pass({ days: 31 })
    for (let day = 0; day < 12; day += 1) await lab.pass({ days: 1, minutes: 5 })
    const failing = await lab.read(id)
    assert.deepEqual([failing.state, failing.outcome], ['failing', 'lookup_failed'])
    assert.deepEqual(await lab.proofs(), ['acme.example'])
    lab.set(domain)
    await lab.pass({ days: 1, minutes: 5 })
    assert.deepEqual(await lab.events(), [
      'domain.created',
      'domain.verified',
      'domain.verify_failed',
      'domain.verified',
    ])
  })

  test('with the feature off nothing is changed or asked, and what was verified stays', async () => {
    await using lab = await openDomainsLab()
    const { id } = await verified(lab)
    const pending = await lab.add('pending.example')
    lab.set(pending)
    await lab.host.switchFeature('domains', false)
    const asked = lab.dns.asked.length
    await lab.pass({ days: 3 })
    assert.equal(lab.dns.asked.length, asked)
    const statuses = [
      (await lab.host.as('admin').post('/api/domains', { name: 'new.example' })).status,
      (await lab.host.as('admin').post(`/api/domains/${pending.id}/verify`, {})).status,
      (await lab.host.as('admin').send('DELETE', `/api/domains/${id}`, {})).status,
    ]
    assert.deepEqual([statuses, await lab.proofs()], [[404, 404, 404], ['acme.example']])
    await lab.host.switchFeature('domains', true)
    await lab.pass({ hours: 4 })
    assert.equal((await lab.read(pending.id)).state, 'verified')
  })
})
