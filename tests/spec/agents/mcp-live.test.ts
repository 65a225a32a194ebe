import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { tools } from '../fixtures/tools.ts'
import { agentOf, everyTool, textOf } from '../lab/agents.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

const isListed = async (agent: Client): Promise<boolean> =>
  (await everyTool(agent)).some(({ name }) => name === 'tools_list_boxes')

const switchTools = async (person: Visitor, enabled: boolean): Promise<void> => {
  const { status } = await person.send('PUT', '/api/features/tools', { body: { enabled } })
  assert.equal(status, 200)
}

/** An agent that counts the notifications about changed tools. */
async function listening(host: SpecHost, person: Visitor, isLegacy: boolean) {
  const told = { count: 0 }
  const agent = await agentOf(host, person, { isLegacy, onToolsChanged: () => (told.count += 1) })
  return { agent, told }
}

/** Toggles a change until the agent is notified: its stream opens after the handshake, at an unknown time. */
async function untilTold(told: { readonly count: number }, change: (isDone: boolean) => Promise<void>): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await change(false)) {
    await change(true)
    for (let looks = 0; looks < 25 && told.count === 0; looks += 1) await pause(20)
    if (told.count > 0) return
  }
  assert.fail('no notification arrived')
}

for (const database of testDatabases) {
  describe(`on ${database.name}`, () => {
    test('§A29 a feature that is switched off is gone from the list and from calls at once, and back as soon', async () => {
      await using host = await startSpecHost({ plugins: [tools()], database })
      const { ada, cleo, dora } = await host.people()
      await using agent = await agentOf(host, cleo)
      await using elsewhere = await agentOf(host, dora)
      assert.deepEqual([await isListed(agent), await isListed(elsewhere)], [true, true])
      for (const isOn of [false, true, false]) {
        await switchTools(ada, isOn)
        assert.deepEqual([await isListed(agent), await isListed(elsewhere)], [isOn, true])
        const answer = await agent.callTool({ name: 'tools_list_boxes' })
        if (isOn) assert.equal(answer.isError, undefined)
        else assert.match(textOf(answer), /Code: feature_disabled/)
        const made = await agent.callTool({ name: 'tools_create_box', arguments: { label: 'x', dryRun: true } })
        assert.equal(made.isError, isOn ? undefined : true)
      }
    })
  })
}

for (const isLegacy of [true, false]) {
  test(`§A29 a listener is notified of changed tools: ${isLegacy ? 'a client of a revision before' : 'one of today'}`, async () => {
    await using host = await startSpecHost({ plugins: [tools()] })
    const { ada, cleo } = await host.people()
    const { agent, told } = await listening(host, cleo, isLegacy)
    await untilTold(told, (isDone) => switchTools(ada, !isDone))
    assert.equal(await isListed(agent), false)
    await agent.close()
  })

  test(`§A29 a caller that loses a right is notified once more and then no longer: ${isLegacy ? 'a client of a revision before' : 'one of today'}`, async () => {
    await using host = await startSpecHost({ plugins: [tools()] })
    const { ada, ben } = await host.people()
    const { agent, told } = await listening(host, ben, isLegacy)
    const { user } = (await ben.get<{ user: { id: string } }>('/api/auth/me')).body
    await untilTold(told, async (isDone) => {
      const role = isDone ? 'member' : 'admin'
      assert.equal((await ada.send('PATCH', `/api/members/${user.id}`, { body: { role } })).status, 200)
    })
    const names = new Set((await everyTool(agent)).map(({ name }) => name))
    assert.deepEqual([names.has('tools_list_boxes'), names.has('tools_delete_box')], [true, false])
    await agent.close()
  })
}
