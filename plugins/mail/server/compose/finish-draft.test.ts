import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDraftFile, createDraft, listDrafts, readDraft, rescheduleEmail, sendDraft, undoSend } from '../../shared.ts'
import { openMailLab } from '../testing/mail-lab.ts'
import { withBlobs } from '../testing/with-blobs.ts'

test('a draft and its files stay until its send has begun, also one that is scheduled and changed', async (context) => {
  const { plugin, count } = withBlobs()
  const lab = await openMailLab(context, { plugin })
  const owner = lab.host.as('owner')
  const blobs = async () => (await count(lab.host.workspaces.here)) ?? 0
  const inHours = (hours: number) => new Date(lab.host.clock.now() + hours * 3_600_000).toISOString()
  const write = async () => {
    const { id } = await owner.call(createDraft, {
      to: [{ address: 'ada@peer.example' }],
      subject: 'Hello',
      text: 'Hi',
    })
    await owner.upload(addDraftFile, { id, file: new File(['abc'], 'a.txt') })
    return id
  }
  const pass = async (time: { readonly minutes?: number; readonly hours?: number }) => {
    lab.host.clock.advance(time)
    await lab.host.settleJobs()
  }
  const id = await write()
  const { emailId } = await owner.call(sendDraft, { id, revision: 1, scheduledAt: inHours(1) })
  await owner.call(rescheduleEmail, { id: emailId, scheduledAt: inHours(3) })
  await pass({ hours: 2 })
  assert.deepEqual(await owner.call(undoSend, { id: emailId }), { draftId: id })
  const { text, files, revision } = await owner.call(readDraft, { id })
  assert.deepEqual([text, files.length, await blobs()], ['Hi', 1, 1])
  // The job of the send that was taken back finds a draft that is written.
  await pass({ hours: 2 })
  assert.equal((await owner.call(readDraft, { id })).files.length, 1)
  await owner.call(sendDraft, { id, revision })
  const before = await blobs()
  assert.deepEqual((await owner.call(listDrafts, {})).items, [])
  // The job may come before the send that is due at the same time, and looks again.
  for (const minutes of [2, 11]) await pass({ minutes })
  assert.equal(await blobs(), before - 1)
  assert.equal((await owner.get(`/api/x/mail/drafts/${id}`)).status, 404)
})
