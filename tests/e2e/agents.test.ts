import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../../packages/host/testing/until.ts'
import { emailOf, inviteMember, password } from '../spec/lab/people.ts'
import { Visitor } from '../spec/lab/visitor.ts'
import { askAgent } from './lab/ask-agent.ts'
import { openSettled } from './lab/settle.ts'
import { openStage, type Stage } from './lab/stage.ts'

interface Entries {
  readonly items: readonly { readonly actor: { readonly kind: string; readonly name: string | null } }[]
}

describe('an agent works by the word of an admin', () => {
  let stage: Stage

  before(async () => {
    stage = await openStage()
  })

  after(() => stage[Symbol.asyncDispose]())

  /** A view that an agent wants to delete. @returns the id of the approval */
  async function askToDelete(person: Visitor): Promise<string> {
    const made = await person.post<{ id: string }>('/api/views', {
      page: '/members',
      name: `Mine ${Date.now()}`,
      query: 'q=a',
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return await askAgent({ url: stage.url, person, name: 'views_delete', input: { id: made.body.id } })
  }

  /** A feature that an agent wants to switch off, which can be undone. */
  async function askToSwitchOff(person: Visitor): Promise<string> {
    const input = { key: 'reading-list', enabled: false }
    return await askAgent({ url: stage.url, person, name: 'features_switch', input })
  }

  const entries = async (action: string): Promise<Entries['items']> =>
    (await stage.visitor.get<Entries>(`/api/audit?action=${action}`)).body.items

  test('§A40 §A46 its call waits, is approved in the inbox, runs once, and both names are in the audit log', async () => {
    const grace = await inviteMember(stage.visitor, new Visitor(stage.url), { name: 'grace', role: 'admin' })
    const [page, other] = [await stage.open(), await stage.open()]
    const id = await askToSwitchOff(grace)
    for (const each of [page, other]) {
      await openSettled(each, '/admin')
      await each.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
    }
    const asked = (each: typeof page) => each.getByRole('dialog').getByRole('listitem').first()
    await asked(other).getByRole('button', { name: 'Refuse' }).waitFor()
    assert.equal((await grace.get<{ state: string }>(`/api/mcp/approvals/${id}`)).body.state, 'pending')
    assert.deepEqual(await entries('feature.switched_off'), [])
    await asked(page).getByRole('button', { name: 'Approve' }).click()
    // The other page of an admin hears it live, and its buttons give way.
    await asked(other).getByText('Approved by Owner').waitFor()
    assert.equal(await asked(other).getByRole('button').count(), 0)
    await until(async () => (await grace.get<{ state: string }>(`/api/mcp/approvals/${id}`)).body.state === 'done')
    const [switched, ...more] = await entries('feature.switched_off')
    assert.deepEqual([switched?.actor.kind, switched?.actor.name, more], ['agent', 'grace', []])
    await openSettled(page, '/admin/audit?action=approval')
    const row = (action: string) => page.getByRole('row').filter({ hasText: action })
    assert.match((await row('asked for approval of features_switch').textContent()) ?? '', /^grace/)
    assert.match((await row('approved an agent action').textContent()) ?? '', /^Owner/)
  })

  test('a call is read in full, and refused with a reason that its agent reads', async () => {
    const grace = await new Visitor(stage.url).signIn(emailOf('grace'), password)
    const id = await askToDelete(grace)
    const page = await stage.open({ width: 390 })
    await page.goto(`/admin/mcp/approvals?open=${id}`)
    await page.getByText('As JSON').click()
    await page.getByRole('group', { name: 'JSON' }).getByText('"id"').waitFor()
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('textbox', { name: /Reason/ }).fill('It is still used.')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('status').filter({ hasText: 'It is still used.' }).waitFor()
    const { body } = await grace.get<{ state: string; reason: string }>(`/api/mcp/approvals/${id}`)
    assert.deepEqual([body.state, body.reason], ['refused', 'It is still used.'])
  })
})
