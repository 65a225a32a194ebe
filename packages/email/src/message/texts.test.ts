/** Names, previews and keys made from a message. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeAttachmentName } from './attachment-name.ts'
import { textOfHtml } from './html-text.ts'
import { snippetOf } from './snippet.ts'
import { threadKeys } from './thread-keys.ts'

const names: readonly (readonly [raw: string, safe: string])[] = [
  ['../../etc/passwd', 'passwd'],
  [String.raw`C:\Users\a\b.txt`, 'b.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['a\u0000b\u001b[2J.txt', 'ab[2J.txt'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console.txt', 'console.txt'],
  ['page.html', 'page.html'],
  ['.htaccess', 'htaccess'],
  ['a.txt . .', 'a.txt'],
  ['a<b>:"|?*.txt', 'a_b______.txt'],
  ['报告.pdf', '报告.pdf'],
  ['..', ''],
]

for (const [raw, safe] of names) {
  test(`the name ${JSON.stringify(raw)} of an attachment becomes ${JSON.stringify(safe)}`, () => {
    assert.equal(safeAttachmentName(raw, 255), safe)
  })
}

test('a long name keeps its extension and whole characters', () => {
  const name = safeAttachmentName(`${'报'.repeat(200)}.tar.gz`, 255)
  assert.equal(Buffer.byteLength(name), 255)
  assert.match(name, /^报+\.gz$/)
})

test('the text of HTML has its blocks as lines, and neither code nor markup', () => {
  const html =
    '<html><head><title>T</title><style>p{}</style></head><body><!-- c --><h1>Hi&nbsp;Jo</h1><p title="a>b">One\n two<br>three</p>' +
    '<script>alert("</p>")</script><ul><li>a</li><li>b &lt; c &#x1F600; &bogus;</li></ul>1 < 2</body></html>'
  assert.equal(textOfHtml(html), 'Hi Jo\n\nOne two\nthree\n\na\n\nb < c 😀 &bogus;\n\n1 < 2')
})

test('markup that never ends hides the rest, as in a browser', () => {
  for (const open of ['<!-- ', '<script>', '<a href="', '</', '<style></styl']) {
    assert.equal(textOfHtml(`before${open}after`), 'before')
  }
})

test('a snippet has the own words of a text', () => {
  assert.equal(snippetOf('> quoted\n\nThanks,\n  see you\u200c\u034f \n-- \nAnn'), 'Thanks, see you')
  assert.equal(snippetOf('> only\n> quoted'), '> only > quoted')
  assert.equal(snippetOf(`${'a'.repeat(199)}😀`), 'a'.repeat(199))
})

const thread = (headers: Partial<Parameters<typeof threadKeys>[0]>) =>
  threadKeys({ messageId: '<3@x>', inReplyTo: [], references: [], subject: '', ...headers })

test('a conversation is known by References, then In-Reply-To, then the message itself', () => {
  const full = thread({ references: ['<1@x>', '<2@x>'], inReplyTo: ['<2@x>'] })
  assert.deepEqual([full.ancestors, full.root], [['<2@x>', '<1@x>'], '<1@x>'])
  assert.equal(thread({ inReplyTo: ['<2@x>'] }).root, '<2@x>')
  assert.equal(thread({}).root, '<3@x>')
  assert.deepEqual(thread({ references: ['<3@x>'] }).ancestors, [], 'no message is its own ancestor')
})

test('subjects are compared without the prefixes of replies and lists', () => {
  const subjects = ['Re: Plan', 'AW: WG: plan', 'RE[2]: [Dev] Plan', '[dev] Re: Plan', '回复：Plan', 'Fwd:Re: PLAN ']
  for (const subject of subjects) {
    assert.deepEqual([thread({ subject }).subject, thread({ subject }).isReply], ['plan', true])
  }
  assert.deepEqual(
    [thread({ subject: 'Report: plan' }).subject, thread({ subject: 'Re:' }).subject],
    ['report: plan', 're:'],
  )
  assert.equal(thread({ subject: 'Plan' }).isReply, false)
})
