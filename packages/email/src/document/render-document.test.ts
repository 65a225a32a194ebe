import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { renderDocument, type EmailDocument } from './render-document.ts'

const plain: EmailDocument = { language: 'en', subject: 'Disk full', blocks: [], footer: ['Host'] }
const linksOf = (html: string): readonly (string | undefined)[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)

suite('an email that the service writes', () => {
  test('has its blocks in order and its footer below them, as text and as HTML', () => {
    const { text, html } = renderDocument({
      ...plain,
      sender: 'Acme',
      blocks: [
        { kind: 'paragraph', text: 'One\ntwo' },
        { kind: 'button', label: 'Open', link: 'https://host.test/a' },
        { kind: 'item', title: 'Disk', text: 'It is full', link: { label: 'Look', url: 'https://host.test/b' } },
        { kind: 'item', title: 'Quiet', text: undefined, link: undefined },
      ],
      footer: ['Why: https://host.test/c', { label: 'End', url: 'https://host.test/d' }],
    })
    assert.equal(
      text,
      [
        'One\ntwo',
        'Open:\nhttps://host.test/a',
        'Disk\nIt is full\nhttps://host.test/b',
        'Quiet',
        '-- \nWhy: https://host.test/c\nEnd: https://host.test/d\n',
      ].join('\n\n'),
    )
    assert.deepEqual(
      linksOf(html),
      ['a', 'b', 'c', 'd'].map((path) => `https://host.test/${path}`),
    )
    assert.match(
      html,
      /Acme.*One<br>two.*>Open<.*<h2[^>]*>Disk<.*It is full.*>Look<.*Quiet.*Why: <a.*<br><a[^>]*>End</s,
    )
  })

  test('escapes everything, and makes links of its own addresses alone', () => {
    const attack = `<a href="https://evil.test">"x"</a> & 'y' https://evil.test`
    const { html } = renderDocument({
      language: 'en',
      subject: attack,
      sender: attack,
      blocks: [
        { kind: 'paragraph', text: attack },
        { kind: 'button', label: attack, link: 'https://host.test/a?b=1&c="' },
        { kind: 'item', title: attack, text: attack, link: { label: attack, url: 'https://host.test/d' } },
      ],
      footer: [{ label: attack, url: 'https://host.test/e' }],
    })
    assert.doesNotMatch(html, /<a href="https:\/\/evil|"x"|'y'/)
    assert.deepEqual(linksOf(html), [
      'https://host.test/a?b=1&amp;c=&quot;',
      'https://host.test/d',
      'https://host.test/e',
    ])
  })

  test('has a subject of one line and at most 200 characters', () => {
    const { subject, html } = renderDocument({ ...plain, subject: ` a\r\nBcc: b@evil.test\u2028${'x'.repeat(300)}` })
    assert.equal(subject, `a Bcc: b@evil.test ${'x'.repeat(181)}`)
    assert.match(html, /<title>a Bcc: b@evil\.test x/)
  })

  test('colors its buttons as it is told, and otherwise in the usual color', () => {
    const blocks = [{ kind: 'button', label: 'Open', link: 'https://host.test' }] as const
    assert.match(renderDocument({ ...plain, blocks, color: '#123456' }).html, /background:#123456/)
    assert.match(renderDocument({ ...plain, blocks }).html, /background:#1f2937/)
  })
})
