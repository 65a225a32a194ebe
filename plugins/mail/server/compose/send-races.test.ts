import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Blobs, definePlugin, type BlobsService, type PluginContext, type ServiceToken } from '@host/plugin'
import { plugin as mailPlugin } from '../index.ts'
import type { Tables } from '../models.ts'
import {
  createMailbox,
  deleteMailbox,
  listEmails,
  sendBatch,
  sendEmail,
  setMailboxMembers,
  uploadFile,
  writingLimits,
} from '../../shared.ts'
import { domain, openMailLab } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

/** A laboratory in which something happens while an email is composed. */
async function openLab(context: TestContext) {
  let meanwhile = async (): Promise<void> => {}
  const contexts = new WeakMap<object, PluginContext<Tables>>()
  const plugin = definePlugin({
    ...mailPlugin,
    mount(mux, ctx) {
      const own = contextWith(ctx, () => meanwhile())
      contexts.set(ctx, own)
      return mailPlugin.mount(mux, own)
    },
    stop: async (ctx) => await mailPlugin.stop?.(contexts.get(ctx) ?? ctx),
  })
  const lab = await openMailLab(context, { plugin })
  const owner = lab.host.as('owner')
  const { id } = await owner.call(createMailbox, { address: `sales@${domain}` })
  return {
    lab,
    owner,
    id,
    email: { mailboxId: id, to: [{ address: 'ada@sender.example' }], subject: 'Hello', text: 'Hi' },
    during: (work: () => Promise<unknown>) => {
      meanwhile = async () => {
        meanwhile = async () => {}
        await work()
      }
    },
    whileAll: (work: () => Promise<void>) => {
      meanwhile = work
    },
  }
}

function contextWith(ctx: PluginContext<Tables>, before: () => Promise<void>): PluginContext<Tables> {
  const blobs = ctx.lookup(Blobs)
  assert.ok(blobs)
  const stage: BlobsService['stage'] = async (...given) => {
    await before()
    return await blobs.stage(...given)
  }
  const lookup = (token: ServiceToken<unknown>) => (token === Blobs ? { ...blobs, stage } : ctx.lookup(token))
  return Object.create(ctx, { lookup: { value: lookup } }) as PluginContext<Tables>
}

suite('while an email is composed', () => {
  test('its mailbox may be deleted, and nothing is sent or left', async (context) => {
    const { lab, owner, id, email, during } = await openLab(context)
    during(() => owner.call(deleteMailbox, { id }))
    await assert.rejects(owner.call(sendEmail, email), refused('invalid_input', 'mailboxId'))
    await lab.host.settleJobs()
    assert.deepEqual((await owner.call(listEmails, {})).items, [])
  })

  test('the access of its sender may end, and nothing is sent', async (context) => {
    const { lab, owner, id, email, during } = await openLab(context)
    const admin = lab.host.as('admin')
    during(() => admin.call(setMailboxMembers, { id, userIds: [lab.host.userIds.admin] }))
    await assert.rejects(owner.call(sendEmail, email), refused('invalid_input', 'mailboxId'))
    assert.deepEqual((await admin.call(listEmails, { mailboxId: id })).items, [])
  })

  test('other workspaces send beside one that sends all it can', async (context) => {
    const { lab, owner, email, whileAll } = await openLab(context)
    await lab.host.proveHost('there.example', lab.host.workspaces.there)
    const other = lab.host.as('otherOwner')
    const theirs = await other.call(createMailbox, { address: 'info@there.example' })
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const end = Promise.withResolvers<void>()
    let count = 0
    whileAll(async () => {
      begun[count]?.resolve()
      count += 1
      if (count <= 3) await end.promise
    })
    const slow = begun.map(() => owner.call(sendEmail, email))
    await Promise.all(begun.map(({ promise }) => promise))
    await assert.rejects(owner.call(sendEmail, email), refused('overloaded'))
    await other.call(sendEmail, { ...email, mailboxId: theirs.id })
    end.resolve()
    assert.equal((await Promise.all(slow)).length, 3)
  })
})

test('the files of a batch are bounded for all its emails together', async (context) => {
  const { owner, email } = await openLab(context)
  const bytes = new Uint8Array(writingLimits.batchFileBytes / 8)
  const { id } = await owner.upload(uploadFile, { file: new File([bytes], 'a.bin') })
  const emails = Array.from({ length: 9 }, () => ({ ...email, files: [id] }))
  await assert.rejects(owner.call(sendBatch, { emails }), refused('invalid_input', 'emails'))
  assert.deepEqual((await owner.call(listEmails, { folder: 'sent' })).items, [])
})
