/** Pages with attacks. Each is followed by a sentence that must remain. */
import { bombs } from './bombs.ts'
import { encodedAddresses } from './encoded-addresses.ts'

/** A page and its attack. */
export interface HostilePage {
  readonly name: string
  readonly body: string
}

/** The text after the attack in each page. */
export const stays = 'The lighthouse stays.'

/** All attacks: running code, redirecting readers, and exhausting resources. */
export const hostilePages: readonly HostilePage[] = [
  ...named('expression', expressions()),
  ...named('module', modules()),
  ...named('html', rawHtml()),
  ...named('component', components()),
  ...named('mark', marks()),
  ...named('character', characters()),
  ...named(
    'address',
    encodedAddresses.map((address) => `[read on](<${address}>) [and][on]\n\n[on]: <${address}>`),
  ),
  ...named(
    'card',
    encodedAddresses.map((address) => `<Card title="Read on" href="${address}">\ntext\n</Card>`),
  ),
  ...named('bomb', bombs),
]

function named(kind: string, bodies: readonly string[]): readonly HostilePage[] {
  return bodies.map((body, index) => ({ name: `${kind} ${index + 1}`, body: `${body}\n\n${stays}\n` }))
}

function expressions(): readonly string[] {
  return [
    '{process.exit(1)}',
    '{(() => { throw new Error("ran") })()}',
    'Text {globalThis.ran = true} text',
    '{`${globalThis.ran = true}`}',
    '{/* a comment */}',
    '{<script>globalThis.ran = true</script>}',
    '<Aside title={globalThis.ran = true}>\ntext\n</Aside>',
    '<Aside {...{ onClick: () => { globalThis.ran = true } }}>\ntext\n</Aside>',
    '<Card title={"}"} href={`javascript:ran()`}>\ntext\n</Card>',
    '<{ran}>\ntext\n</{ran}>',
    '{{{{{{{{{{',
    '}}}}}}}}}}',
    '{"unclosed',
    '<Tabs {...(await import("node:fs"))}>\n<Tab label={ran()}>\ntext\n</Tab>\n</Tabs>',
  ]
}

function modules(): readonly string[] {
  return [
    'import fs from "node:fs"',
    'import "data:text/javascript,globalThis.ran=true"',
    'export const ran = (globalThis.ran = true)',
    'export default function Page() { globalThis.ran = true }',
    'export * from "https://elsewhere.example/ran.js"',
    'export const metadata = { title: "Other", slug: "../../etc" }',
    'import Aside from "https://elsewhere.example/aside.js"\n\n<Aside>\ntext\n</Aside>',
    '---\ntitle: Another front matter\nlayout: https://elsewhere.example/layout.js\n---',
    '---js\n{ ran: globalThis.ran = true }\n---',
  ]
}

function rawHtml(): readonly string[] {
  return [
    '<script>globalThis.ran = true</script>',
    '<SCRIPT SRC=//elsewhere.example/ran.js></SCRIPT>',
    '<script\n>globalThis.ran = true</script\n>',
    '<scr<script>ipt>globalThis.ran = true</scr</script>ipt>',
    '<img src=x onerror=ran()>',
    '<img src="x" onerror="ran()" />',
    '<svg onload=ran()>',
    '<svg><script href="data:text/javascript,ran()" /></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--><img src onerror=ran()>">',
    '<noscript><p title="</noscript><img src=x onerror=ran()>">',
    '<template><script>ran()</script></template>',
    '<iframe src="javascript:ran()"></iframe>',
    '<iframe srcdoc="<script>ran()</script>"></iframe>',
    '<object data="javascript:ran()"></object><embed src="javascript:ran()">',
    '<form action="javascript:ran()"><button>Go</button></form>',
    '<input autofocus onfocus=ran()><select autofocus onfocus=ran()><textarea autofocus onfocus=ran()>',
    '<details open ontoggle=ran()>x</details>',
    '<style>@import "https://elsewhere.example/x.css"; * { background: url(javascript:ran()) }</style>',
    '<link rel="stylesheet" href="https://elsewhere.example/x.css">',
    '<base href="https://elsewhere.example/">',
    '<meta http-equiv="refresh" content="0;url=javascript:ran()">',
    '<a href="javascript:ran()">x</a><a xlink:href="javascript:ran()">y</a>',
    '<a\thref\n=\n"java\nscript:ran()">x</a>',
    '<div style="background:url(javascript:ran())" onmouseover="ran()">x</div>',
    '<body onload=ran()><marquee onstart=ran()>x</marquee>',
    '<!-- --!><script>ran()</script> -->',
    '<![CDATA[<script>ran()</script>]]>',
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><x>&b;</x>',
    '<plaintext>x',
    '<xmp><script>ran()</script></xmp><listing>x',
    '</article></div></main></body></html><script>ran()</script>',
    '"><script>ran()</script>',
    "'-ran()-'",
    '</textarea></title></style><script>ran()</script>',
    '<p>open <b>tags <i>everywhere',
  ]
}

function components(): readonly string[] {
  return [
    '<Aside type="__proto__" title="__proto__">\ntext\n</Aside>',
    '<constructor>\ntext\n</constructor>\n\n<__proto__ />\n\n<toString>\ntext\n</toString>',
    '<Aside constructor="x" __proto__="y" hasOwnProperty="z">\ntext\n</Aside>',
    '<Aside title="<script>ran()</script>">\ntext\n</Aside>',
    '<Aside title="&quot; onclick=&quot;ran()">\ntext\n</Aside>',
    '<Aside dangerouslySetInnerHTML="<script>ran()</script>" class="x" style="position:fixed" id="content">\ntext\n</Aside>',
    '<Tabs>\n<Tab label="</summary><script>ran()</script>">\ntext\n</Tab>\n\nbeside the tabs\n</Tabs>',
    '<Tabs><Tab label="a">one</Tab><Tab label="b" onclick="ran()">two</Tab></Tabs>',
    '<Steps>\n1. unclosed',
    '<Steps></Cards>',
    '</Aside>',
    '<Aside>\n<Aside>\n<Aside>\ntext\n</Aside>\n</Aside>\n</Aside>',
    '<a.b.c:d />\n\n<x:y>text</x:y>\n\n<Aside.Note>\ntext\n</Aside.Note>',
    '<Script>\nran()\n</Script>\n\n<Html body="<b>x</b>" />\n\n<Fragment set:html="<b>x</b>" />',
    '<>\ntext\n</>',
    `<Aside title="${'x'.repeat(20_000)}">\ntext\n</Aside>`,
    `<Aside ${'a '.repeat(10_000)}>\ntext\n</Aside>`,
    `<${'A'.repeat(20_000)}>\ntext\n</${'A'.repeat(20_000)}>`.slice(0, 29_000),
    '<Card title="a" href="/help/a" href="javascript:ran()">\ntext\n</Card>',
    '<Code title="</p><script>ran()</script>">\n```html\n</code></pre><script>ran()</script>\n```\n</Code>',
  ]
}

function marks(): readonly string[] {
  return [
    '[x](</help/a" onclick="ran()>)',
    '[x](/help/a "title\\" onclick=\\"ran()")',
    '![x" onerror="ran()](x "y")',
    '![x](javascript:ran())\n\n![y][z]\n\n[z]: data:image/svg+xml,<svg/onload=ran()>',
    '[![x](javascript:ran())](javascript:ran())',
    '# <script>ran()</script> " id="x',
    '# [a](/help/a) and [b](https://b.example)',
    '## constructor\n\n## __proto__\n\n## content\n\n## pages',
    '~~~html" onclick="ran()\n</pre><script>ran()</script>\n~~~',
    '`<script>ran()</script>` ``` `</code>` ```',
    '| <script>ran()</script> | a |\n| --- | --- |\n| </td></table><script>ran()</script> | `<b>` |',
    '- <script>\n- ran()\n- </script>',
    '> <script>\n> ran()\n> </script>',
    '&lt;script&gt;ran()&lt;/script&gt; &#60;script&#62; &#x3c;script&#x3e;',
    '<https://elsewhere.example/"onmouseover="ran()>',
    '\\<script>ran()\\</script>',
    '[constructor] [__proto__] [toString][]\n\n[hasOwnProperty]: /help/a',
    '[a]: /help/a\n[a]: javascript:ran()\n\n[a]',
    '[`code <script>`](/help/a) **[bold](javascript:ran())**',
    '99999999999. far\n\n999999999. as far as it goes',
    '[toc]\n\n[[wiki]] $$math$$ :::note\ntext\n:::\n\n[^1]: foot',
    '```',
  ]
}

function characters(): readonly string[] {
  return [
    'Null \u0000 and \u0001\u0008\u000B\u000C\u001B[2J controls \u007F\u0085\u009F',
    'Turned \u202E)nar( around \u202C, \u2066isolated\u2069',
    '\uFEFF# Byte order mark',
    'Lone \uD800 halves \uDFFF, &#xD800; &#0; &#x110000; &#xFFFF;',
    'One\r\ntwo\rthree\u2028four\u2029five\r\n\r\n# Six\r\n\r\n- seven\r\n',
    'z\u0361\u0362\u035F'.repeat(2000),
    '\u200B\u200C\u200D\u2060\u00AD invisible',
    '\u{E0041}\u{E0042} tags, \u{1F468}\u200D\u{1F469}\u200D\u{1F467} families \u{FDFD}',
    '＜script＞ran()＜/script＞ ﹤script﹥',
    '%3Cscript%3Eran()%3C/script%3E \\u003cscript\\u003e \\x3cscript\\x3e',
    '+ADw-script+AD4-ran()+ADw-/script+AD4-',
    '\t\t\t<script>\n\t\t\tran()\n\t\t\t</script>',
  ]
}
