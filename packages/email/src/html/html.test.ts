import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { plainTextOfHtml } from './plain-text.ts'
import { sanitizeHtml } from './sanitize-html.ts'

suite('sanitized HTML', () => {
  test('keeps the formatting of emails', () => {
    const html =
      '<!doctype html><html><head><meta charset="utf-8"><style>p { color: red }</style></head><body>' +
      '<p style="color: #333" class="x">a <b>b</b> &lt;c&gt; "q"</p><ul><li>1</li></ul>' +
      '<a href="https://a.example/?b=1&amp;c=2">l</a><img src="cid:x" alt="y"><table width="5"><tr><td>t</td></tr></table>' +
      '</body></html>'
    assert.equal(sanitizeHtml(html), html)
    assert.equal(sanitizeHtml(sanitizeHtml(html)), html)
  })

  const hostile: readonly (readonly [string, string])[] = [
    ['<script>x()</script>a', 'a'],
    ['<scr<script>ipt>x</script>a', '<scr'.slice(0, 0) + 'ipt&gt;xa'],
    ['<img src=x onerror=x()>', '<img>'],
    ['<a href="java\tscript:x()">a</a>', '<a>a</a>'],
    ['<a href="&#106;avascript:x()">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<svg><style><img src=x onerror=x()></style></svg>a', 'a'],
    ['<math><mi><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x()&gt;">', ''],
    ['<p style="width: expression(x())">a</p>', '<p>a</p>'],
    ['<p style="b\\65havior: url(x)">a</p>', '<p>a</p>'],
    ['<style>@\\69mport "//a"</style>', '<style></style>'],
    ['<style>a { width: expression (1) }</style>', '<style></style>'],
    ['<iframe src="//a"><b>x</b></iframe>a', 'a'],
    ['<form action="//a"><input><button>b</button></form>', 'b'],
    ['<meta http-equiv="refresh" content="0;//a"><base href="//a"><link rel=stylesheet href="//a">', ''],
    ['<!--[if mso]><script>x</script><![endif]-->a', 'a'],
    ["<p title='\"><script>x</script>'>a", '<p title="&quot;&gt;&lt;script&gt;x&lt;/script&gt;">a</p>'],
    ['<b><i>a', '<b><i>a</i></b>'],
    ['a<plaintext><script>x', 'a&lt;script&gt;x'],
    ['<noscript><p title="</noscript><img src=x onerror=x()>">', '<img>"&gt;'],
  ]
  for (const [html, safe] of hostile) {
    test(`without what runs: ${html.slice(0, 50)}`, () => assert.equal(sanitizeHtml(html), safe))
  }

  test('becomes a part of another document, with its style sheets', () => {
    const html =
      '<!doctype html><html><head><title>t<b></title><meta charset="utf-8"><style>p { color: red }</style></head>'
    const part = sanitizeHtml(`${html}<body style="color: blue"><p>a</p></body></html>`, { isPart: true })
    assert.equal(part, '<style>p { color: red }</style><div style="color: blue"><p>a</p></div>')
  })

  test('is bounded in depth, and linear in time', () => {
    const deep = sanitizeHtml(`${'<div>'.repeat(100_000)}a`)
    assert.equal(deep.split('<div>').length - 1, 100)
    assert.equal(sanitizeHtml('<p>'.repeat(100_000)).length, 700_000)
  })
})

suite('the text alternative', () => {
  test('has paragraphs, lists, quotes, links and the signature', () => {
    const html = sanitizeHtml(
      '<p>Hello <b>Ada</b>,<br>see <a href="https://a.example/x">this page</a> and <a href="https://b.example">https://b.example</a>:</p>' +
        '<ul><li><p>one</p></li><li><p>two</p><ol start="3"><li><p>three</p></li></ol></li></ul>' +
        '<blockquote><p>quoted</p><p>twice</p></blockquote><div class="signature"><p>Ada<br>Support</p></div>',
    )
    assert.equal(
      plainTextOfHtml(html),
      [
        'Hello Ada,',
        'see this page (https://a.example/x) and https://b.example:',
        '',
        '- one',
        '- two',
        '  3. three',
        '',
        '> quoted',
        '>',
        '> twice',
        '',
        '-- ',
        'Ada',
        'Support',
      ].join('\n'),
    )
  })
})
