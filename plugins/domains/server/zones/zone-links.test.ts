import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDomain, listZoneHistory, planChallenge, readDomain, readZone } from '../../shared.ts'
import { acme, openZonesLab } from '../testing/zones-lab.ts'

suite('links of DNS zones', () => {
  test('a domain names the zone of its workspace that holds its TXT record, which a member plans there', async () => {
    await using lab = await openZonesLab()
    const add = (name: string) => lab.host.as('admin').call(addDomain, { name })
    const [inside, outside] = [await add(`shop.${acme}`), await add('other.example')]
    assert.equal(inside.zone, null)
    await lab.addZone(acme, lab.host.as('otherOwner'))
    const member = lab.host.as('member')
    assert.equal((await member.call(readDomain, { id: inside.id })).zone, null)
    const { id } = await lab.addZone()
    assert.deepEqual((await member.call(readDomain, { id: inside.id })).zone, { id, name: acme })
    assert.equal((await member.call(readDomain, { id: outside.id })).zone, null)
    const { changeset } = await member.call(planChallenge, { id: inside.id })
    assert.ok(changeset)
    assert.equal((await lab.apply(changeset)).state, 'applied')
    assert.ok(lab.records().some((text) => text.includes(`_host-challenge.shop.${acme}`)))
  })

  test('changes name the members that planned and approved them', async () => {
    await using lab = await openZonesLab()
    const { id } = await lab.addZone()
    await lab.apply(await lab.plan(id, { delete: [{ name: 'www', type: 'A' }] }))
    const { host } = lab
    const peopleOf = async () => {
      const { items } = await host.as('admin').call(listZoneHistory, { id })
      return items.map(({ plannedBy, approvedBy }) => [plannedBy, approvedBy])
    }
    const [member, admin] = [
      { id: host.userIds.member, name: 'Mia Member' },
      { id: host.userIds.admin, name: 'Ada Admin' },
    ]
    assert.deepEqual(await peopleOf(), [
      [member, admin],
      [null, null],
    ])
    assert.deepEqual((await host.as('member').call(readZone, { id })).lastChange?.plannedBy, member)
  })
})
