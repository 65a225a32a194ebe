import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  column,
  definePlugin,
  Features,
  json,
  Mail,
  model,
  type IncomingMail,
  type MailHandler,
  type WorkspaceContext,
} from '@host/plugin'
import { labHost, type LabHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'

const Email = model('letters_seen', { id: column.id('ltr'), org_id: column.org(), subject: column.text() })
const mail: IncomingMail = { id: 'm1', from: 'a@x.test', to: [], subject: 'Hello', text: '', receivedAt: '' }

/** A plugin that keeps the subject of every mail, and fails at one. */
const emails = definePlugin({
  name: 'letters',
  info: notesInfo,
  models: [Email],
  mount(mux, ctx) {
    ctx.onEmail(async ({ db }, { subject }) => {
      if (subject === 'Bad') throw new Error('planted in a hook')
      await db.insertInto('letters_seen').values({ subject }).execute()
    })
    mux.handle(
      'GET /api/x/letters/seen',
      ctx.guard(async ({ db }) => json(await db.selectFrom('letters_seen').select('subject').execute())),
    )
  },
})

interface Post {
  readonly lab: LabHost
  deliver(orgId: string, subject: string): Promise<void>
}

suite('mail', () => {
  test('reaches the plugin in the workspace that it came for, and no other', async (context) => {
    const { lab, deliver } = await post(context)
    const [one, two] = [await lab.person('member', 'One'), await lab.person('member', 'Two')]
    await deliver(one.orgId, 'Hello')
    assert.deepEqual(await (await one.call('GET', '/api/x/letters/seen')).json(), [{ subject: 'Hello' }])
    assert.deepEqual(await (await two.call('GET', '/api/x/letters/seen')).json(), [])
  })

  test('does not reach a plugin that the workspace has switched off', async (context) => {
    const { lab, deliver } = await post(context)
    const { orgId, call } = await lab.person('owner')
    await lab.host.lookup(Features)?.set(orgId, 'letters', false)
    await deliver(orgId, 'Hello')
    await lab.host.lookup(Features)?.set(orgId, 'letters', true)
    assert.deepEqual(await (await call('GET', '/api/x/letters/seen')).json(), [])
  })

  test("whose handler fails is the plugin's fault, and fails for its sender too, so that it comes again", async (context) => {
    const { lab, deliver } = await post(context)
    const { orgId } = await lab.person('owner')
    await assert.rejects(deliver(orgId, 'Bad'), /planted in a hook/)
    assert.equal(lab.host.faultCount('letters'), 1)
  })
})

async function post(context: Parameters<typeof labHost>[0]): Promise<Post> {
  const handlers: MailHandler[] = []
  const service = {
    send: async () => ({ id: '' }),
    onEmail: (_plugin: string, handler: MailHandler) => void handlers.push(handler),
  }
  const lab = await labHost(context, [emails], { services: [[Mail, service]] })
  const deliver = async (orgId: string, subject: string): Promise<void> => {
    // A mail handler gets the workspace without the plugin's tables.
    for (const handler of handlers) await handler({ orgId } as WorkspaceContext, { ...mail, subject })
  }
  return { lab, deliver }
}
