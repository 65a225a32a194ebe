import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { parseMessage } from '@host/email'
import {
  changeDraft,
  changeTemplate,
  createDraft,
  createSignature,
  createTemplate,
  deleteSignature,
  deleteTemplate,
  listSignatures,
  listTemplates,
  previewTemplate,
  readTemplate,
  sendDraft,
  sendEmail,
  testTemplate,
} from '../../shared.ts'
import { openMailLab } from '../testing/mail-lab.ts'
import { refused } from '../testing/refused.ts'

const texts = {
  slug: 'order-shipped',
  name: 'Order shipped',
  en: {
    subject: 'Order {{number}}',
    text: 'Hello {{ name }},\nit left. {{X}} { {x} }',
    html: '<p title="{{name}}">{{name}}</p>',
  },
  zh: { subject: '订单 {{number}}', text: '{{name}}，已发货。', html: null },
}

async function openLab(context: TestContext) {
  const lab = await openMailLab(context)
  const owner = lab.host.as('owner')
  const raw = async (id: string) =>
    parseMessage(Buffer.from(await (await owner.get(`/api/emails/${id}/raw`)).arrayBuffer()))
  return { lab, owner, raw, mailboxId: lab.mailbox.id }
}

suite('templates', () => {
  test('are sent with values, which are escaped in HTML', async (context) => {
    const { owner, raw, mailboxId } = await openLab(context)
    const { id, variables, languages } = await owner.call(createTemplate, texts)
    assert.deepEqual(
      [variables, languages],
      [
        ['name', 'number'],
        ['en', 'zh'],
      ],
    )
    const email = { mailboxId, to: [{ address: 'ada@sender.example' }], template: 'order-shipped' }
    const values = { name: `"><script>x</script>`, number: '7\r\nBcc: x@evil.example' }
    const english = await raw((await owner.call(sendEmail, { ...email, variables: values })).emailId)
    assert.equal(english.headers.subject, 'Order 7 Bcc: x@evil.example')
    assert.deepEqual(english.headers.bcc, [])
    assert.ok(english.text.startsWith(`Hello "><script>x</script>,\nit left. {{X}} { {x} }`))
    const escaped = '&gt;&lt;script&gt;x&lt;/script&gt;'
    assert.ok(english.html?.includes(`<p title="&quot;${escaped}">"${escaped}</p>`))
    const chinese = await owner.call(sendEmail, { ...email, language: 'zh', variables: { name: '艾达', number: '7' } })
    assert.equal((await raw(chinese.emailId)).headers.subject, '订单 7')
    const wrong: readonly (readonly [string, object])[] = [
      ['variables.number', { variables: { name: 'x' } }],
      ['variables.other', { variables: { name: 'x', number: '1', other: 'y' } }],
      ['template', { template: 'none' }],
      ['text', { variables: values, text: 'x' }],
    ]
    for (const [path, change] of wrong) {
      await assert.rejects(owner.call(sendEmail, { ...email, ...change }), refused('invalid_input', path), path)
    }
    await owner.call(changeTemplate, { ...texts, id, zh: null })
    const gone = owner.call(sendEmail, { ...email, language: 'zh', variables: values })
    await assert.rejects(gone, refused('invalid_input', 'language'))
  })

  test('are previewed, and sent to their reader alone', async (context) => {
    const { owner, raw, mailboxId } = await openLab(context)
    const { id } = await owner.call(createTemplate, texts)
    const preview = await owner.call(previewTemplate, { id, language: 'zh', variables: { name: '<艾达>' } })
    assert.deepEqual([preview.subject, preview.text], ['订单 {{number}}', '<艾达>，已发货。'])
    assert.ok(preview.html.includes('<p>&lt;艾达&gt;，已发货。</p>'))
    const { emailId, to } = await owner.call(testTemplate, { id, language: 'en', variables: {}, mailboxId })
    assert.equal(to, 'owner@host.test')
    assert.deepEqual(
      (await raw(emailId)).headers.to.map(({ address }) => address),
      ['owner@host.test'],
    )
  })

  test('are changed by admins, used by members, and unknown elsewhere', async (context) => {
    const { lab, owner } = await openLab(context)
    const { id } = await owner.call(createTemplate, texts)
    await assert.rejects(owner.call(createTemplate, texts), refused('conflict', 'slug'))
    await assert.rejects(owner.call(createTemplate, { ...texts, en: null, zh: null }), refused('invalid_input', 'en'))
    const member = lab.host.as('member')
    assert.equal((await member.call(readTemplate, { id })).en?.subject, texts.en.subject)
    await assert.rejects(member.call(createTemplate, texts), refused('forbidden'))
    await assert.rejects(member.call(deleteTemplate, { id }), refused('forbidden'))
    const other = lab.host.as('otherOwner')
    assert.deepEqual((await other.call(listTemplates, {})).items, [])
    await assert.rejects(other.call(readTemplate, { id }), refused('not_found'))
    await assert.rejects(other.call(deleteTemplate, { id }), refused('not_found'))
    await owner.call(deleteTemplate, { id })
    assert.deepEqual((await owner.call(listTemplates, {})).items, [])
  })
})

suite('signatures', () => {
  const signature = { name: 'Support', mailboxId: null, text: 'Ada\nSupport', html: '<b>Ada</b>', isDefault: true }

  test('stand in new drafts of their mailbox, are replaced, and sent with their HTML', async (context) => {
    const { lab, owner, raw, mailboxId } = await openLab(context)
    const common = await owner.call(createSignature, signature)
    const own = await owner.call(createSignature, { ...signature, mailboxId, name: 'Own', text: 'Own', html: null })
    const draft = await owner.call(createDraft, { to: [{ address: 'ada@sender.example' }], text: 'Hi' })
    assert.deepEqual([draft.text, draft.signatureId, draft.snippet], ['Hi\n\n-- \nOwn', own.id, 'Hi'])
    assert.equal((await owner.call(createDraft, {})).snippet, '')
    const { id } = draft
    const next = await owner.call(changeDraft, { id, revision: 1, text: `${draft.text}\nPS`, signatureId: common.id })
    assert.equal(next.text, 'Hi\n\n-- \nAda\nSupport\nPS')
    const { emailId } = await owner.call(sendDraft, { id, revision: 2 })
    const { text, html } = await raw(emailId)
    assert.equal(text, next.text)
    assert.match(html ?? '', /<p>Hi<\/p>\s*<div class="signature"><b>Ada<\/b><\/div><p>PS<\/p>/)
    assert.deepEqual((await lab.host.as('admin').call(listSignatures)).items, [])
  })

  test('are of their person, one default for each mailbox', async (context) => {
    const { lab, owner, mailboxId } = await openLab(context)
    const first = await owner.call(createSignature, signature)
    await owner.call(createSignature, { ...signature, name: 'Second' })
    const { items } = await owner.call(listSignatures)
    assert.deepEqual(
      items.filter(({ isDefault }) => isDefault).map(({ name }) => name),
      ['Second'],
    )
    await assert.rejects(lab.host.as('admin').call(deleteSignature, { id: first.id }), refused('not_found'))
    const foreign = lab.host.as('member').call(createSignature, { ...signature, mailboxId })
    await assert.rejects(foreign, refused('invalid_input', 'mailboxId'))
  })
})
