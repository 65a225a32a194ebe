import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parsePage } from './parse-page.ts'
import { renderPage } from './render-page.ts'

const render = (body: string): string => renderPage(parsePage(body), 'Title', 'en').article.toString()

/** Tags that this plugin writes, with every attribute that they may have. */
const ours =
  /<(?:\/(?:p|h2|h3|a|em|strong|code|pre|blockquote|ul|ol|li|div|table|thead|tbody|tr|th|td|details|summary)|(?:p|em|strong|code|blockquote|ul|li|table|thead|tbody|tr|td|summary|div)|(?:hr|br) \/|p class="label"|h[23] id="[^"<>]*"|a href="[^"<>]*"(?: rel="noreferrer")?|pre tabindex="0"|ol start="\d+"|th scope="col"|div class="(?:steps|cards|card|code|tabs)"|div class="aside (?:note|tip|caution)" role="note"|div class="table" role="group" aria-label="Table" tabindex="0"|details name="group-\d+"(?: open)?)>/g

/** Asserts that output uses only allowed tags and attributes, and that links have safe targets. */
function assertSafe(output: string): void {
  assert.doesNotMatch(output.replaceAll(ours, ''), /[<>]/, output.slice(0, 500))
  for (const [, href = ''] of output.matchAll(/href="([^"]*)"/g)) {
    assert.match(href, /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/, href)
  }
}

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" />',
  '<Card title="<script>alert(1)</script>" href="javascript:alert(1)">x</Card>',
  '<Card title="&#60;script>" href="java&#10;script:alert(1)">\nx\n</Card>',
  '<Aside type="caution" title={alert(1)} {...all}>\nx\n</Aside>',
  '<Tabs onClick="alert(1)">\n<Tab label="&quot;><svg onload=alert(1)>">\nx\n</Tab>\n</Tabs>',
  '[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1)) [z](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>) [y](vbscript:x) [z](//evil.example/"onclick="x)',
  '[x](</help/a" onclick="alert(1)>) <https://a.example/"><script>>',
  '[x][r]\n\n[r]: javascript:alert(1) "t"',
  '![x" onerror="alert(1)](javascript:alert(1))',
  '# <b>x</b> " onmouseover="alert(1)',
  '```html" onclick="x\n</code></pre><script>alert(1)</script>\n```',
  '`</code><script>`',
  '| <script> | " |\n| --- | --- |\n| </td><script> | `<b>` |',
  'import fs from "fs"\n\nexport const x = 1\n\n{process.exit(1)}',
  '<Steps>\n1. unclosed',
  '<Steps></Cards>',
  '<!-- comment --> <![CDATA[x]]> <?php x ?> <!doctype html>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<svg><style>@import "x"</style><a xlink:href="javascript:x">y</a></svg>',
]
for (const attack of attacks) {
  test(`nothing of this becomes a tag: ${attack.slice(0, 70).replaceAll('\n', ' ')}`, () => assertSafe(render(attack)))
}

test('for any page, only allowed tags are rendered', () => {
  const marks = [...'<>"\'`&/={}[]()#*_|-!\n ']
  const tags = [
    '<script>',
    '</script>',
    'onload=',
    'javascript:',
    '<Card title="',
    '<Tabs>',
    '</Tabs>',
    '<Aside>',
    '</Aside>',
  ]
  const syntax = [
    '&#60;',
    '&lt;',
    '\n\n',
    '```',
    '1. ',
    '> ',
    '| a | b |\n| - | - |\n',
    '[a]: ',
    'https://a.example',
    '/help/',
  ]
  const token = fc.constantFrom(...marks, ...tags, ...syntax)
  const body = fc.array(fc.oneof(token, fc.string({ maxLength: 6 })), { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(body, (text) => assertSafe(render(text))),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 20_000 : 500 },
  )
})

test('§A49 each component is rendered as its element', () => {
  const output = render(
    '<Aside type="tip">\nGood to *know*.\n</Aside>\n\n<Tabs>\n<Tab label="npm">\nOne\n</Tab>\n<Tab label="pnpm">\nTwo\n</Tab>\n</Tabs>\n\n<Steps>\n1. First\n2. Second\n</Steps>\n\n<Cards>\n<Card title="Beds" href="/help/beds">\nMore\n</Card>\n</Cards>\n\n<Code title="shell">\n```sh\nls <dir>\n```\n</Code>',
  )
  const drawn = output.replaceAll(/>\s+</g, '><')
  assert.match(drawn, /<div class="aside tip" role="note"><p class="label">Tip<\/p><p>Good to <em>know<\/em>/)
  assert.match(drawn, /<details name="group-1" open><summary>npm<\/summary>.*<details name="group-1"><summary>pnpm</)
  assert.match(drawn, /<div class="steps"><ol start="1"><li>/)
  assert.match(drawn, /<p class="label"><a href="\/help\/beds\?lang=en" rel="noreferrer">Beds<\/a>/)
  assert.match(drawn, /<p class="label">shell<\/p><pre tabindex="0"><code>ls &#60;dir&#62;<\/code>/)
  assertSafe(drawn)
})

test('§A49 a component may be in one line, and text beside the tabs stays', () => {
  const drawn = render(
    '<Aside type="caution">Careful *here*.</Aside>\n\n<Tabs><Tab label="npm">One</Tab> <Tab label="pnpm">Two</Tab></Tabs>\n\nA <b>word</b> <Aside>beside</Aside>\n\n<Tabs>\nBefore\n<Tab label="x">\nInside\n</Tab>\nBehind\n</Tabs>\n\n<Tabs>\nNo tab\n</Tabs>',
  ).replaceAll(/>\s+</g, '><')
  assert.match(
    drawn,
    /<div class="aside caution" role="note"><p class="label">Caution<\/p><p>Careful <em>here<\/em>\.<\/p>/,
  )
  assert.match(drawn, /<details name="group-1" open><summary>npm<\/summary><div><p>One<\/p>.*<summary>pnpm<\/summary>/)
  assert.match(drawn, /<p>A word beside<\/p>/)
  assert.match(drawn, /<summary>x<\/summary>.*Inside.*<\/details><\/div><p>Before<\/p><p>Behind<\/p>/)
  assert.match(drawn, /<p>No tab<\/p>$/)
  assertSafe(drawn)
})

test('headings of one text have names of their own, in both scripts', () => {
  const { article, headings } = renderPage(
    parsePage('# Title\n\n## Why\n\n## Why\n\n## 为何可信\n\n## Content'),
    'Title',
    'en',
  )
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['why', 'why-2', '为何可信', 'content-2'],
  )
  assert.doesNotMatch(article.toString(), /Title/)
})
