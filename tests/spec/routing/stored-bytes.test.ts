/** A plan may limit the bytes that a workspace stores, by whichever way they come. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestCallError } from '../../../packages/testing/src/index.ts'
import { rawEmail } from '../../../plugins/mail/server/testing/mail-lab.ts'
import { openSmtpLab } from '../../../plugins/mail/server/testing/smtp-lab.ts'
import { listEmails, uploadFile } from '../../../plugins/mail/shared.ts'
import { plugin as plans } from '../../../plugins/plans/server/index.ts'
import { createPlan, listEntitlements, removeOverride, setOverride } from '../../../plugins/plans/shared.ts'

const name = 'stored-bytes'

test('§7.2 bytes above the plan of a workspace are refused by HTTP and SMTP, and leave nothing behind', async (context) => {
  const lab = await openSmtpLab(context, { others: [plans] })
  const { host } = lab
  const [admin, owner, orgId] = [host.as('instanceAdmin'), host.as('owner'), host.workspaces.here]
  await admin.call(createPlan, { name: 'pro', title: { en: 'Pro', zh: '专业版' }, isDefault: true })
  const limit = (most: number) => admin.call(setOverride, { orgId, name, limit: most, note: 'Agreed' })
  const entitlement = async () =>
    (await owner.call(listEntitlements, {})).items.find((part) => part.name === name) ?? assert.fail()
  /** @returns the problem of a refused file */
  const upload = async (size: number) => {
    try {
      await owner.upload(uploadFile, { file: new File(['x'.repeat(size)], 'a.txt') })
      return undefined
    } catch (error) {
      assert.ok(error instanceof TestCallError, String(error))
      return error.problem
    }
  }

  // Both fit alone, and only one of them fits.
  await limit(100_000)
  const answers = await Promise.all([upload(60_000), upload(60_000)])
  assert.deepEqual(new Set(answers.map((answer) => answer?.code)), new Set(['quota_exceeded', undefined]))
  const { used, unit, limit: shown } = await entitlement()
  assert.deepEqual([used, unit, shown], [60_000, 'bytes', 100_000])

  const problem = await upload(40_001)
  const { meter, limit: most, used: before, planTitle } = problem?.facts ?? {}
  assert.deepEqual([meter, most, before, planTitle], [name, 100_000, 60_000, 'Pro'])
  assert.match(problem?.detail ?? '', /60 kB of 100 kB/)

  const long = () => rawEmail({}, `${'x'.repeat(998)}\r\n`.repeat(50))
  assert.match(await lab.send(long()), /^452 4\.2\.2/)
  assert.equal((await lab.deliver(long())).status, 429)
  assert.match(await lab.send(rawEmail()), /^250/)
  assert.equal((await owner.call(listEmails, {})).items.length, 1)
  const { used: full } = await entitlement()
  assert.ok(full !== null && full > 60_000 && full < 70_000)

  // Nothing more at all: the recipient is refused, before the message is sent.
  await limit(full)
  assert.match(await lab.send(rawEmail()), /^452 4\.2\.2/)
  assert.equal((await lab.deliver(rawEmail())).status, 429)
  await limit(0)
  assert.equal((await upload(1))?.code, 'tier_required')
  assert.match(await lab.send(rawEmail()), /^452 4\.2\.2/)
  assert.equal((await lab.deliver(rawEmail())).status, 402)
  assert.equal((await entitlement()).used, full)

  await admin.call(removeOverride, { orgId, name })
  assert.equal(await upload(60_000), undefined)
  assert.match(await lab.send(long()), /^250/)
})
