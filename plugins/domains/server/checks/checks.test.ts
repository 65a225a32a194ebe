import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addDomain, type DomainDetails } from '../../shared.ts'
import { openDomainsLab } from '../testing/domains-lab.ts'
import type { TextAnswer } from '../testing/dns-tree.ts'

const summary = ({ state, outcome, check }: DomainDetails) => [
  state,
  outcome,
  ...(check?.servers ?? []).map((server) => server.problem ?? server.state),
]

suite('checks of the TXT record', () => {
  test('a domain is verified when every server of its delegation has the record', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    assert.deepEqual([added.state, added.check], ['pending', null])
    assert.deepEqual(summary(await lab.verify(added.id)), ['pending', 'missing', 'missing', 'missing'])
    lab.set(added, [added.challenge.value], lab.dns.servers[0])
    assert.deepEqual(summary(await lab.verify(added.id)), ['pending', 'differs', 'ok', 'missing'])
    lab.set(added, ['v=spf1 -all', added.challenge.value])
    const after = await lab.verify(added.id)
    assert.deepEqual([...summary(after), after.expiresAt], ['verified', 'ok', 'ok', 'ok', null])
    assert.deepEqual(await lab.proofs(), ['acme.example'])
    assert.equal(after.check?.zone, 'acme.example')
  })

  test('nothing but an authoritative answer with the exact value at the exact name counts, at every server', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    const { value } = added.challenge
    const answers: readonly (readonly [TextAnswer, ...string[]])[] = [
      [[], 'differs', 'missing'],
      [[value.toUpperCase()], 'differs', 'wrong'],
      [[`${value} `], 'differs', 'wrong'],
      [[`"${value}"`], 'differs', 'wrong'],
      [[value.slice(0, -1)], 'differs', 'wrong'],
      [{ alias: '_proof.attacker.example.', values: [value] }, 'differs', 'alias'],
      [{ alias: `_other.acme.example.`, values: [value] }, 'differs', 'alias'],
      [{ owner: '_host-challenge.other.example.', values: [value] }, 'differs', 'missing'],
      ['refused', 'lookup_failed', 'refused'],
      ['failure', 'lookup_failed', 'server_failure'],
      ['cached', 'lookup_failed', 'lame'],
      ['referral', 'lookup_failed', 'lame'],
    ]
    for (const [answer, outcome, problem] of answers) {
      lab.set(added)
      lab.set(added, answer, lab.dns.servers[1])
      assert.deepEqual(summary(await lab.verify(added.id)), ['pending', outcome, 'ok', problem], JSON.stringify(answer))
    }
    assert.deepEqual(await lab.proofs(), [])
  })

  test('a server that is silent is never taken for one that agrees', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    lab.set(added)
    lab.set(added, 'silence', lab.dns.servers[1])
    assert.deepEqual(summary(await lab.verify(added.id)), ['pending', 'lookup_failed', 'ok', 'timeout'])
  })

  test('when no server answers for the zone, each one that was asked is shown with its reason', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    lab.set(added)
    const [one, two] = lab.dns.servers
    const rows = async () => {
      const { outcome, check } = await lab.verify(added.id)
      assert.deepEqual([outcome, check?.outcome, check?.problem], ['lookup_failed', 'lookup_failed', null])
      return [check?.zone, ...(check?.servers ?? []).map(({ name, address, problem }) => [name, address, problem])]
    }
    lab.dns.break(one, 'refused')
    lab.dns.break(two, 'failure')
    assert.deepEqual(await rows(), [
      'acme.example',
      ['ns1.acme.example', one, 'refused'],
      ['ns2.acme.example', two, 'server_failure'],
    ])
    lab.dns.break(one, 'referral')
    lab.dns.delegate('acme.example', [one, lab.dns.forbidden])
    assert.deepEqual(await rows(), [
      'acme.example',
      ['ns1.acme.example', one, 'lame'],
      ['ns2.acme.example', lab.dns.forbidden, 'not_allowed'],
    ])
    lab.dns.break('127.0.0.3', 'refused')
    assert.deepEqual(await rows(), ['example', ['ns.example', '127.0.0.3', 'refused']])
    lab.dns.break('127.0.0.1', 'refused')
    const { check } = await lab.verify(added.id)
    assert.deepEqual(
      [check?.outcome, check?.problem, check?.zone, check?.servers],
      ['lookup_failed', 'resolver', null, []],
    )
    assert.deepEqual(await lab.proofs(), [])
  })

  test('values from the network are shown without control characters, few and short', async () => {
    await using lab = await openDomainsLab()
    const added = await lab.add('acme.example')
    lab.set(added, ['\\027[31mred', 'x'.repeat(255), ...Array.from({ length: 9 }, (_, index) => `v${index}`)])
    const { check } = await lab.verify(added.id)
    const seen = check?.servers[0]?.seen ?? []
    assert.equal(seen.length, 5)
    assert.ok(
      seen.every((value) => value.length <= 255 && /^[\x20-\x7e\ufffd]*$/.test(value)),
      JSON.stringify(seen),
    )
  })

  test('no packet goes to a server on an address that the outbound rules refuse', async () => {
    await using lab = await openDomainsLab()
    const id = (await lab.add('acme.example')).id
    for (const [addresses, ...problems] of [
      [[lab.dns.servers[0], lab.dns.forbidden], null, 'not_allowed'],
      [[lab.dns.forbidden], 'not_allowed'],
      [['10.0.0.1', '169.254.169.254'], 'not_allowed', 'not_allowed'],
    ] as const) {
      lab.dns.delegate('acme.example', addresses)
      lab.set(await lab.read(id))
      const { state, outcome, check } = await lab.verify(id)
      assert.deepEqual([state, outcome], ['pending', 'lookup_failed'])
      assert.deepEqual(
        check?.servers.map(({ problem }) => problem),
        problems,
      )
    }
    assert.deepEqual(
      lab.dns.asked.filter(({ address }) => address === lab.dns.forbidden),
      [],
    )
  })

  test('a name that is not delegated is missing, by the word of its parent', async () => {
    await using lab = await openDomainsLab()
    const { id } = await lab.host.as('admin').call(addDomain, { name: 'unregistered.example' })
    const { state, outcome, check } = await lab.verify(id)
    assert.deepEqual([state, outcome, check?.zone], ['pending', 'missing', 'example'])
  })

  test('checks of a name are limited, across workspaces too, and none takes those of another', async () => {
    await using lab = await openDomainsLab()
    const other = lab.host.as('otherOwner')
    const [ours, theirs] = [await lab.add('acme.example'), await lab.add('acme.example', other)]
    const verify = async (client: typeof other, id: string) =>
      (await client.post(`/api/domains/${id}/verify`, {})).status
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) {
      statuses.push(await verify(lab.host.as('member'), ours.id), await verify(other, theirs.id))
    }
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [40, 429])
    const third = await lab.add('other.example')
    assert.equal(await verify(lab.host.as('member'), third.id), 200)
  })
})
