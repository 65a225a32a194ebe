import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readEmail } from '../../shared.ts'
import { hostileEmails, hostileNames } from '../testing/hostile-emails.ts'
import { openMailLab, rawEmail } from '../testing/mail-lab.ts'

/** Headers by which a browser saves an answer and opens nothing of it. */
function assertInert({ headers }: Response): void {
  assert.equal(headers.get('content-type'), 'application/octet-stream')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.match(
    headers.get('content-disposition') ?? '',
    /^attachment; filename="[ -~]+"; filename\*=UTF-8''[\w%.~!-]+$/,
  )
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
}

suite('downloads', () => {
  test('an email is downloaded byte for byte as it was received', async (context) => {
    const lab = await openMailLab(context)
    const raw = rawEmail({ Subject: '=?utf-8?q?a/b=0D=0A"c?=' }, 'Bytes: \u00ff\u0000\r\n')
    const bytes = Buffer.from(raw, 'latin1')
    await lab.deliver(bytes)
    const [email] = await lab.emails()
    const answer = await lab.host.as('owner').get(`/api/emails/${email?.id}/raw`)
    assertInert(answer)
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
  })

  test('attachments downloadable: they have neutral names and are never shown by a browser', async (context) => {
    const lab = await openMailLab(context)
    await lab.deliver(hostileEmails().get('attachments with hostile names') ?? '')
    const [email] = await lab.emails()
    const owner = lab.host.as('owner')
    const { files } = await owner.call(readEmail, { id: email?.id ?? '' })
    assert.equal(files.length, hostileNames.length)
    for (const { id, name, size } of files) {
      assert.ok(name.length > 0 && Buffer.byteLength(name) <= 255, name)
      assert.doesNotMatch(name, /[/\\<>:"|?*\p{Cc}\p{Cf}]|^\./u)
      const answer = await owner.get(`/api/emails/${email?.id}/attachments/${id}`)
      assertInert(answer)
      assert.equal((await answer.arrayBuffer()).byteLength, size)
    }
  })

  test('a file is found by its own email only', async (context) => {
    const lab = await openMailLab(context)
    await lab.deliver(hostileEmails().get('an attachment that calls itself HTML') ?? '')
    await lab.deliver(rawEmail())
    const owner = lab.host.as('owner')
    const emails = await lab.emails()
    const [other, own] = emails
    const { files } = await owner.call(readEmail, { id: own?.id ?? '' })
    assert.equal((await owner.get(`/api/emails/${own?.id}/attachments/${files[0]?.id}`)).status, 200)
    assert.equal((await owner.get(`/api/emails/${other?.id}/attachments/${files[0]?.id}`)).status, 404)
  })
})
