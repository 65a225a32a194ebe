import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { TestContext } from 'node:test'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Problem } from '@host/plugin'
import { parsePattern } from '@host/plugin/platform'
import type { Route } from './router/route.ts'
import type { AssetSource } from './web-assets.ts'
import type { HostRoute } from './static-files.ts'
import { preferredCoding } from './accept-encoding.ts'
import { Router } from './router/router.ts'
import { staticFileRoutes } from './static-files.ts'
import { embeddedAssets, folderAssets } from './web-assets.ts'

const page =
  '<!doctype html><script>document.title = "x"</script><style>#a { top: 0 }</style><script type="module" src="/assets/app-1.js"></script>'
const code = 'console.log("hello")\n'.repeat(100)
const files: Readonly<Record<string, string | Uint8Array>> = {
  'index.html': page,
  'favicon.svg': '<svg/>',
  'icons/a b.png': 'png',
  'assets/app-1.js': code,
  'assets/app-1.js.br': brotliCompressSync(code),
  'assets/app-1.js.gz': gzipSync(code),
  'assets/plain.css': 'a {}',
  'assets/data.gz': 'not a form of another file',
}

function fromFolder(context: TestContext): AssetSource {
  const folder = mkdtempSync(join(tmpdir(), 'web-'))
  context.after(() => rmSync(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folderAssets(folder)
}

const raw = new Map(
  Object.entries(files).map(([path, content]) => [`web/${path}`, new Uint8Array(Buffer.from(content))]),
)

function fromExecutable(): AssetSource {
  const view = (key: string): Uint8Array => raw.get(key) ?? assert.fail(key)
  return embeddedAssets({ keys: [...raw.keys(), 'worker.cjs'], view }, 'web/')
}

type Call = (path: string, headers?: Readonly<Record<string, string>>, method?: string) => Response | string

/** The routes behind a real router; a problem is given as its code. */
function siteOf(assets: AssetSource): Call {
  const router = new Router<Route & { readonly handler: HostRoute['handler'] }>()
  for (const { pattern, handler } of staticFileRoutes(assets)) {
    router.add({ pattern: parsePattern(pattern), owner: 'host', source: 'static-files.ts', handler })
  }
  assert.deepEqual(router.conflicts, [])
  return (path, headers = {}, method = 'GET') => {
    const found = router.find(method, path)
    if (found.kind !== 'found') return found.kind
    try {
      return found.route.handler(new Request(`http://host${path}`, { method, headers }), found.params)
    } catch (error) {
      return error instanceof Problem ? error.code : assert.fail(String(error))
    }
  }
}

function answered(answer: Response | string): Response {
  return typeof answer === 'string' ? assert.fail(answer) : answer
}

for (const [name, source] of [
  ['a folder', fromFolder],
  ['an executable', fromExecutable],
] as const) {
  suite(`files from ${name}`, () => {
    test('both shells, their subpages and the pages before sign-in are the one page', async (context) => {
      const site = siteOf(source(context))
      for (const path of [
        '/admin',
        '/admin/',
        '/admin/notes/1',
        '/instance',
        '/instance/plugins',
        '/login',
        '/setup',
        '/setup/token',
        '/register',
        '/verify',
        '/forgot',
        '/reset',
        '/invitation',
        '/confirm-email',
        '/unsubscribe',
      ]) {
        const answer = answered(site(path))
        assert.equal(await answer.text(), page, path)
        assert.equal(answer.headers.get('cache-control'), 'no-cache')
        assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
      }
      assert.equal(answered(site('/')).headers.get('location'), '/admin')
    })

    test('a page opened by a secret link leaks no referrer', (context) => {
      const site = siteOf(source(context))
      const policyOf = (path: string) => answered(site(path)).headers.get('referrer-policy')
      for (const path of ['/setup', '/verify', '/reset', '/invitation', '/confirm-email', '/unsubscribe']) {
        assert.equal(policyOf(path), 'no-referrer', path)
      }
      assert.equal(policyOf('/admin'), null)
    })

    test('a file of the assets never changes; one of the root is asked for again', async (context) => {
      const site = siteOf(source(context))
      const script = answered(site('/assets/app-1.js'))
      assert.equal(await script.text(), code)
      assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(answered(site('/favicon.svg')).headers.get('cache-control'), 'no-cache')
      assert.equal(await answered(site('/icons/a%20b.png')).text(), 'png')
      assert.equal(await answered(site('/assets/data.gz')).text(), 'not a form of another file')
    })

    test('a missing file is not found, and never the page', (context) => {
      const site = siteOf(source(context))
      for (const path of [
        '/assets/old-chunk.js',
        '/assets/',
        '/assets/app-1.js.br',
        '/assets/..%2Findex.html',
        '/assets/%2Fetc%2Fpasswd',
        '/assets/a%5C..%5Cb',
        '/assets/constructor',
      ]) {
        assert.equal(site(path), 'not_found', path)
      }
      for (const path of ['/index.html', '/worker.cjs', '/nothing', '/api/x']) {
        assert.equal(site(path), 'not_found', path)
      }
      assert.equal(site('/assets/%2e%2e/index.html'), 'malformed')
      assert.equal(site('/admin', {}, 'POST'), 'method_not_allowed')
    })

    test('the stored form that the client likes best is sent', async (context) => {
      const site = siteOf(source(context))
      const br = answered(site('/assets/app-1.js', { 'accept-encoding': 'gzip, deflate, br' }))
      assert.equal(br.headers.get('content-encoding'), 'br')
      assert.equal(br.headers.get('vary'), 'accept-encoding')
      const gzip = answered(site('/assets/app-1.js', { 'accept-encoding': 'br;q=0.5, gzip' }))
      assert.equal(gzip.headers.get('content-encoding'), 'gzip')
      assert.equal(gunzipSync(await gzip.bytes()).toString(), code)
      assert.equal(
        answered(site('/assets/plain.css', { 'accept-encoding': 'br' })).headers.get('content-encoding'),
        null,
      )
      const tags = ['br', 'gzip', ''].map((coding) =>
        answered(site('/assets/app-1.js', { 'accept-encoding': coding })).headers.get('etag'),
      )
      assert.equal(new Set(tags).size, 3)
    })

    test('a form that the client holds is 304 without a body', async (context) => {
      const site = siteOf(source(context))
      for (const path of ['/admin', '/assets/app-1.js']) {
        const etag = answered(site(path)).headers.get('etag') ?? assert.fail('no etag')
        for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const answer = answered(site(path, { 'if-none-match': held }))
          assert.equal(answer.status, 304)
          assert.equal(answer.headers.get('etag'), etag)
          assert.equal(await answer.text(), '')
        }
        assert.equal(answered(site(path, { 'if-none-match': '"x"' })).status, 200)
        assert.equal(
          answered(site(path, { 'if-none-match': etag, 'accept-encoding': 'br' })).status,
          path === '/admin' ? 304 : 200,
        )
      }
    })

    test('HEAD returns the length without a body', async (context) => {
      const answer = answered(siteOf(source(context))('/assets/app-1.js', {}, 'HEAD'))
      assert.equal(answer.headers.get('content-length'), String(code.length))
      assert.equal(await answer.text(), '')
    })
  })
}

test('an embedded file can not be changed through an answer', async () => {
  const site = siteOf(fromExecutable())
  const bytes = await answered(site('/assets/plain.css')).bytes()
  bytes.fill(0)
  raw.get('web/assets/plain.css')?.set([98])
  assert.equal(await answered(site('/assets/plain.css')).text(), 'a {}')
  raw.get('web/assets/plain.css')?.set([97])
})

test('the page runs only its own scripts and styles, can not be framed, and asks for TLS only over TLS', (context) => {
  const headers = answered(siteOf(fromFolder(context))('/admin')).headers
  const policy = headers.get('content-security-policy') ?? assert.fail('no policy')
  const hash = "'sha256-1AnVojUr4GiiRK2VhNR10AnLLZVQS8Y3idVdN/PXM5c='"
  assert.ok(policy.includes(`script-src 'self' ${hash};`))
  for (const rule of [
    "default-src 'self'",
    "style-src 'self' 'sha256-l52yx2ClX7PkaDaLfB1x8apgJ57ODLEVqf3KJONYQ8g='",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.split('; ').includes(rule), rule)
  }
})

test('a distribution without a page has no routes', () => {
  assert.deepEqual(staticFileRoutes(embeddedAssets({ keys: [], view: () => assert.fail() }, 'web/')), [])
})

suite('a coding is chosen by its weight', () => {
  const cases: readonly (readonly [string | null, 'br' | 'gzip' | undefined])[] = [
    [null, undefined],
    ['', undefined],
    ['identity', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['BR, GZIP', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity;q=0.8', undefined],
    ['gzip;q=0.5, identity;q=0.2', 'gzip'],
    ['br;q=2, gzip;q=0.1', 'gzip'],
    ['br;q=x', undefined],
    ['deflate, zstd', undefined],
    [';;,,;q=', undefined],
  ]
  for (const [header, coding] of cases) {
    test(`${JSON.stringify(header)} gives ${coding ?? 'plain bytes'}`, () => {
      assert.equal(preferredCoding(header, ['br', 'gzip']), coding)
    })
  }
  test('an encoding that is not stored is not chosen', () => {
    assert.equal(preferredCoding('br, gzip', ['gzip']), 'gzip')
    assert.equal(preferredCoding('br, gzip', []), undefined)
  })
})
