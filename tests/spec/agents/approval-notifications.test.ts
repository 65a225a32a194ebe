import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { tools } from '../fixtures/tools.ts'
import { allScopes, connectAgent } from '../lab/agents.ts'
import { until } from '@host/host/testing/until'
import { follow } from '../lab/live.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

interface Notification {
  readonly title: string
  readonly actions: readonly { readonly path: string }[]
  readonly outcome: string | null
  readonly isRead: boolean
}

const inbox = async (person: Visitor): Promise<readonly Notification[]> =>
  (await person.get<{ items: readonly Notification[] }>('/api/notifications')).body.items

/** Requests an approval as an agent of a user. @returns the requesting token, and the action paths of an admin */
async function ask({ host, asker, admin }: { host: SpecHost; asker: Visitor; admin: Visitor }) {
  const scopes = await allScopes(asker)
  const { body } = await asker.post<{ id: string; token: string }>('/api/tokens', { name: 'Agent', scopes })
  await using agent = await connectAgent(host.host.url, body.token)
  const { structuredContent } = await agent.callTool({ name: 'tools_empty', arguments: {} })
  const { approvalId } = structuredContent as { approvalId: string }
  const asking = async () =>
    (await inbox(admin)).find(({ actions }) => actions.some(({ path }) => path.includes(approvalId)))
  await until(async () => (await asking()) !== undefined)
  return { tokenId: body.id, approvalId, buttons: (await asking())?.actions ?? [] }
}

for (const database of testDatabases) {
  describe(`on ${database.name}`, () => {
    for (const [what, outcome, change] of [
      [
        'a token that was revoked',
        'Withdrawn: the API token is no longer valid',
        async (people: { ada: Visitor; ben: Visitor }, tokenId: string) =>
          await people.ben.send('DELETE', `/api/tokens/${tokenId}`),
      ],
      [
        'somebody who left',
        'Withdrawn: the requester left',
        async ({ ada, ben }: { ada: Visitor; ben: Visitor }) =>
          await ada.send(
            'DELETE',
            `/api/members/${(await ben.get<{ user: { id: string } }>('/api/auth/me')).body.user.id}`,
          ),
      ],
    ] as const) {
      test(`§A85 all recipients learn the outcome at once, and live, for a call of ${what}`, async () => {
        await using host = await startSpecHost({ plugins: [tools()], database })
        const people = await host.people()
        const { ada, ben } = people
        const { tokenId, approvalId, buttons } = await ask({ host, asker: ben, admin: ada })
        assert.equal(buttons.length, 2)
        await using told = await follow(ada, host.host.url ?? '')
        assert.ok((await change(people, tokenId)).status < 300)
        await told.hears('/api/notifications')
        await until(async () => (await inbox(ada))[0]?.outcome !== null)
        const [notification] = await inbox(ada)
        assert.deepEqual([notification?.actions, notification?.outcome, notification?.isRead], [[], outcome, true])
        for (const { path } of buttons) assert.equal((await ada.post(path, {})).status, 409, path)
        const { body } = await ada.get<{ state: string }>(`/api/mcp/approvals/${approvalId}`)
        assert.equal(body.state, 'withdrawn')
      })
    }
  })
}
