import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestHost } from '@host/testing'
import {
  addFile,
  addImage,
  changeImage,
  createProduct,
  deleteProductFile,
  listProducts,
  productLimits,
  readProduct,
} from '../../shared.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { refused } from '../testing/refused.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const page = '<!doctype html><script>alert(1)</script>'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe('images and files of products', () => {
  let host: TestHost
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) })
    return async () => {
      for (const end of ends) await end()
    }
  })

  const newProduct = async () => (await host.as('owner').call(createProduct, { name: 'Book' })).id
  const image = (id: string, name = 'cover.png') =>
    host.as('owner').upload(addImage, { id, file: new File([png], name, { type: 'image/png' }) })
  const file = (id: string, content: string, { name = 'book.txt', type = 'text/plain' } = {}) =>
    host.as('owner').upload(addFile, { id, file: new File([content], name, { type }) })
  const imagesOf = async (id: string) => {
    const { files } = await host.as('owner').call(readProduct, { id })
    return files.filter(({ kind }) => kind === 'image').map(({ name }) => name)
  }
  const pathOf = (id: string, fileId: string) => `/api/products/${id}/files/${fileId}`

  test('images are described and ordered, and lists show the first', async () => {
    const owner = host.as('owner')
    const id = await newProduct()
    await file(id, 'content')
    const cover = async () => (await owner.call(listProducts, {})).items.find((item) => item.id === id)?.imageId
    assert.equal(await cover(), null)
    const [first, second, third] = [await image(id, '1.png'), await image(id, '2.png'), await image(id, '3.png')]
    assert.equal(await cover(), first.id)
    const changed = await owner.call(changeImage, { id, fileId: third.id, alt: ' The cover ', place: 0 })
    assert.equal(changed.alt, 'The cover')
    assert.deepEqual(await imagesOf(id), ['3.png', '1.png', '2.png'])
    assert.equal(await cover(), third.id)
    await owner.call(changeImage, { id, fileId: third.id, place: 40 })
    assert.deepEqual(await imagesOf(id), ['1.png', '2.png', '3.png'])
    await owner.call(deleteProductFile, { id, fileId: second.id })
    await image(id, '4.png')
    assert.deepEqual(await imagesOf(id), ['1.png', '3.png', '4.png'])
    const { files } = await owner.call(readProduct, { id })
    assert.deepEqual(
      files.filter(({ alt }) => alt !== '').map(({ alt, name }) => [alt, name]),
      [['The cover', '3.png']],
    )
    await assert.rejects(
      owner.call(changeImage, { id, fileId: first.id, alt: 'x\u202Ey' }),
      refused('invalid_input', 'alt'),
    )
  })

  test('images that are moved at once keep an order of all of them', async () => {
    const id = await newProduct()
    const names = ['1.png', '2.png', '3.png', '4.png']
    const images = []
    for (const name of names) images.push(await image(id, name))
    const move = async ({ id: fileId }: { readonly id: string }, at: number) =>
      await host.as('owner').call(changeImage, { id, fileId, place: (at * 3) % names.length })
    await Promise.all(images.map(move))
    assert.deepEqual((await imagesOf(id)).toSorted(), names)
  })

  test('a file that only claims to be an image is refused, whatever its name and type are', async () => {
    const id = await newProduct()
    const disguised = [
      [page, 'a.png', 'image/png'],
      [page, 'a.html', 'text/html'],
      [drawing, 'a.svg', 'image/svg+xml'],
      [drawing, 'a.png', 'image/webp'],
      ['%PDF-1.7', 'a.png', 'image/png'],
      ['GIF89a', 'a.png', 'image/png'],
      ['', 'a.png', 'image/png'],
    ] as const
    for (const [content, name, type] of disguised) {
      const sent = host.as('owner').upload(addImage, { id, file: new File([content], name, { type }) })
      await assert.rejects(sent, /answered (?:400|415) /, `${name} ${type}`)
    }
    assert.deepEqual(await imagesOf(id), [])
  })

  test('an image with a page behind its bytes is served as an image, and runs nothing', async () => {
    const id = await newProduct()
    const sent = new File([png, page], 'a.html', { type: 'text/html' })
    const stored = await host.as('owner').upload(addImage, { id, file: sent })
    const answer = await host.as('owner').get(pathOf(id, stored.id))
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  })

  test('a page is not taken as a file, and other texts are saved by browsers, not shown', async () => {
    const id = await newProduct()
    await assert.rejects(file(id, page, { name: 'a.html', type: 'text/html' }), refused('unsupported_media_type'))
    await assert.rejects(file(id, drawing, { name: 'a.svg', type: 'image/svg+xml' }), refused('unsupported_media_type'))
    const stored = await file(id, page, { name: 'a.html' })
    const answer = await host.as('owner').get(pathOf(id, stored.id))
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment;/)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })

  test('a name is never a path, a header or a text that shows itself as another one', async () => {
    const id = await newProduct()
    const names = {
      '../../etc/passwd': 'passwd',
      'C:\\windows\\a.exe': 'a.exe',
      '..': 'file',
      'a\r\nset-cookie: x=1.txt': 'aset-cookie: x=1.txt',
      'a\0b.txt': 'ab.txt',
      'invoice\u202Etxt.exe': 'invoicetxt.exe',
      'a"; filename=b.txt': 'a"; filename=b.txt',
      [`${'长'.repeat(300)}.txt`]: `${'长'.repeat(196)}.txt`,
    }
    for (const [name, expected] of Object.entries(names)) {
      const stored = await file(id, 'content', { name })
      assert.equal(stored.name, expected)
      const answer = await host.as('owner').get(pathOf(id, stored.id))
      const disposition = answer.headers.get('content-disposition') ?? ''
      assert.match(disposition, /^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.!~%-]+$/)
      assert.equal(answer.headers.get('set-cookie'), null)
    }
  })

  test('an image above its limit is refused, and a product has a limited number of files', async () => {
    const id = await newProduct()
    const large = new File([png, Buffer.alloc(productLimits.imageBytes)], 'large.png', { type: 'image/png' })
    await assert.rejects(host.as('owner').upload(addImage, { id, file: large }), /answered 413 /)
    assert.deepEqual(await imagesOf(id), [])
    for (let count = 1; count < productLimits.files; count += 1) await image(id)
    const last = await Promise.allSettled([image(id), image(id), image(id)])
    assert.equal(last.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await imagesOf(id)).length, productLimits.files)
  })

  test('files are read by members of their workspace only, and changed by admins', async () => {
    const id = await newProduct()
    const [cover, book] = [await image(id), await file(id, 'content')]
    assert.equal((await host.as('member').get(pathOf(id, book.id))).status, 200)
    for (const { id: fileId } of [cover, book]) {
      assert.equal((await host.as('anonymous').get(pathOf(id, fileId))).status, 401)
      assert.equal((await host.as('otherOwner').get(pathOf(id, fileId))).status, 404)
    }
    const alien = host.as('otherOwner')
    const other = (await alien.call(createProduct, { name: 'Other' })).id
    for (const productId of [id, other]) {
      const named = { id: productId, fileId: cover.id }
      await assert.rejects(alien.call(changeImage, { ...named, alt: 'Mine' }), refused('not_found'))
      await assert.rejects(alien.call(deleteProductFile, named), refused('not_found'))
      assert.equal((await alien.get(pathOf(productId, cover.id))).status, 404)
    }
    const mine = new File([png], 'a.png', { type: 'image/png' })
    await assert.rejects(alien.upload(addImage, { id, file: mine }), refused('not_found'))
    await assert.rejects(host.as('member').upload(addImage, { id, file: mine }), refused('forbidden'))
    await assert.rejects(host.as('member').call(changeImage, { id, fileId: cover.id, place: 0 }), refused('forbidden'))
    await assert.rejects(
      host.as('owner').call(changeImage, { id, fileId: book.id, alt: 'A file' }),
      refused('not_found'),
    )
    assert.deepEqual(await imagesOf(id), ['cover.png'])
  })

  test('a request for parts of a file gets all of it, however many parts it names', async () => {
    const id = await newProduct()
    const { id: fileId } = await file(id, 'content')
    const parts = ['bytes=0-3', 'bytes=-2', 'bytes=100-', 'bytes=5-1', `bytes=${'0-,'.repeat(1_000)}0-`, 'lines=1-2']
    for (const range of parts) {
      const answer = await host.as('owner').get(pathOf(id, fileId), { headers: { range } })
      assert.deepEqual([answer.status, await answer.text()], [200, 'content'], range)
    }
  })
})
