import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from './gallery-server.ts'

test('the gallery is the document of public pages with a title and a script of its own', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../../apps/web/public.html'), 'utf8')
  const html = pageOf(document, '/sdk/gallery/main.tsx')
  expect(html).toContain('<title>Gallery</title>')
  expect(html).toContain('<script type="module" src="/@fs/sdk/gallery/main.tsx"></script>')
  expect(html).not.toContain('public.ts')
})

test.each(['<title>Host</title>', 'src="/src/public.ts"'])('a document without %s is refused', (only) => {
  const missing = ['<title>Host</title>', 'src="/src/public.ts"'].find((place) => place !== only) ?? ''
  expect(() => pageOf(only, '/main.tsx')).toThrow(`public.html must have ${missing}.`)
})
