import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { EmailTemplates, InstanceBrand } from '@host/plugin/platform'
import type { AssetSource } from '../http/web-assets.ts'
import { labHost } from '../../testing/lab-host.ts'

const html = `<!doctype html><html lang="en"><head><title>Host</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg" /></head>
<body><noscript>Host needs JavaScript.</noscript><div id="root"></div>
<div id="frame" aria-hidden="true"><header><svg><path d="M0"/></svg></header><nav></nav></div></body></html>`
const texts: Readonly<Record<string, readonly [type: string, text: string]>> = {
  'index.html': ['text/html; charset=utf-8', html],
  'manifest.webmanifest': ['application/manifest+json', '{"name":"Host","short_name":"Host","start_url":"/admin"}'],
}
const webAssets: AssetSource = {
  paths: Object.keys(texts),
  get: (path) => {
    const [type, text] = texts[path] ?? []
    if (type === undefined || text === undefined) return undefined
    return { type, plain: { bytes: new TextEncoder().encode(text), etag: `"${path}"` }, br: undefined, gzip: undefined }
  },
}
const png = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=', 'base64'),
)

async function open(t: Parameters<typeof labHost>[0]) {
  const lab = await labHost(t, [], { webAssets })
  const brand = lab.host.lookup(InstanceBrand)
  assert.ok(brand)
  return { ...lab, brand }
}

test('§P102 name, color and logo stand in the first bytes of a page, with a policy that lets its style in', async (t) => {
  const { get, brand } = await open(t)
  const before = await get('/login')
  assert.equal(await before.text(), html)
  await brand.change({ name: 'Acme $& "Cloud"', accent: '#FFE000' })
  const { logo } = await brand.changeLogo(png)
  const answer = await get('/login')
  const text = await answer.text()
  assert.match(text, /<title>Acme \$&#38; &#34;Cloud&#34;<\/title>/)
  assert.match(text, /<noscript>Acme \$&#38; &#34;Cloud&#34; needs JavaScript/)
  assert.ok(text.includes(`<link rel="icon" href="${logo}" />`))
  assert.ok(text.includes(`<header><img src="${logo}" width="24" height="24" alt=""></header>`))
  const style = /<style>(?<code>[^<]*)<\/style>/.exec(text)?.groups?.['code'] ?? ''
  // The frame of a page has a style of its own, which stands behind this one.
  assert.match(style, /^:root:root\{--hue:[\d.]+;--color-accent:light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\)/)
  // White must be readable on it, so yellow is not taken as it is.
  assert.equal(style.includes('--color-accent:light-dark(#ffe000'), false)
  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  assert.ok(answer.headers.get('content-security-policy')?.includes(`style-src 'self' ${hash}`))
  assert.notEqual(answer.headers.get('etag'), before.headers.get('etag'))
  const known = await get('/admin', { 'if-none-match': answer.headers.get('etag') ?? '' })
  assert.equal(known.status, 304)
  const packed = await get('/login', { 'accept-encoding': 'br' })
  assert.equal(brotliDecompressSync(await packed.bytes()).toString(), text)
  assert.match(await (await get('/manifest.webmanifest')).text(), /"name":"Acme/)
  const missing = await (await get('/nowhere', { accept: 'text/html' })).text()
  assert.match(missing, / · Acme \$&#38; &#34;Cloud&#34;<\/title>/)
  assert.ok(missing.includes(`<img class="mark" src="${logo}" alt="">`))
})

test('the logo is served without a session under an address that names it, and no other', async (t) => {
  const { get, brand } = await open(t)
  const { logo } = await brand.changeLogo(png)
  const answer = await get(logo ?? '')
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/png'])
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
  assert.deepEqual(await answer.bytes(), png)
  assert.equal((await get('/brand/another')).status, 404)
  for (const wrong of [
    new Uint8Array(0),
    Buffer.from('<svg onload="x"/>'),
    Buffer.concat([png, Buffer.alloc(64_000)]),
  ]) {
    await assert.rejects(brand.changeLogo(wrong), { code: 'invalid_input' })
  }
  assert.equal((await brand.changeLogo(null)).logo, null)
  assert.equal((await get(logo ?? '')).status, 404)
})

test('§P102 emails carry the name of the instance, escaped, and a button in its readable color', async (t) => {
  const { host, brand } = await open(t)
  await brand.change({ name: 'Acme <Cloud>', accent: '#ffe000' })
  const words = { subject: 'Hello', before: 'Text', button: 'Open', after: '' }
  const content = { language: 'en', values: {}, link: 'https://host.test', footer: ['Acme'] } as const
  const email = host.lookup(EmailTemplates)?.render(words, content)
  assert.match(email?.html ?? '', /<p style="[^"]*">Acme &lt;Cloud&gt;<\/p>/)
  assert.match(email?.html ?? '', /text-decoration:none;background:#(?!ffe000)[0-9a-f]{6}"/)
  await assert.rejects(brand.change({ accent: 'red' }), { code: 'invalid_input' })
})
