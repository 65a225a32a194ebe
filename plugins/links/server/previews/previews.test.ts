import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import {
  changeLink,
  changePicture,
  createLink,
  linkLimits,
  listClicks,
  readLink,
  removePicture,
  type Link,
} from '../../shared.ts'
import { openLinksLab, pageText, sharedHost } from '../testing/links-lab.ts'
import { picture, pictureNames, pngOf } from '../testing/pictures.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/landing'
const person = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const robots = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'WhatsApp/2.23.20.0',
]
const [facebook = ''] = robots
const robot = { headers: { 'user-agent': facebook } }
const attack = '"><script>alert(1)</script>'

async function openPreviewLab(context: TestContext) {
  const lab = await openLinksLab(context)
  const member = lab.host.as('member')
  return {
    ...lab,
    member,
    put: (id: string, bytes: Buffer<ArrayBuffer>, type = '') =>
      member.upload(changePicture, { id, file: new Blob([bytes], { type }) }),
    picture: (link: Pick<Link, 'shortUrl'>, init: object = robot) => {
      const { origin, pathname } = new URL(link.shortUrl)
      return lab.visit(`${origin}/.preview${pathname}`, init)
    },
  }
}

/** The tags of a page, by their names. */
function tagsOf(page: string): ReadonlyMap<string, string> {
  const tags = page.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)
  return new Map(Array.from(tags, ([, name = '', content = '']) => [name, content]))
}

suite('a link with a preview', () => {
  test('shows programs of messengers a page of its own, without a script, whose texts are escaped', async (context) => {
    const { member, visit, put } = await openPreviewLab(context)
    const texts = { previewTitle: attack, previewDescription: `Über ${attack}` }
    const { id } = await member.call(createLink, { url, slug: 'sale', ...texts })
    await put(id, picture('png'))
    const { shortUrl } = await member.call(readLink, { id })
    for (const agent of robots) {
      const page = await visit(`${shortUrl}?a=1`, { headers: { 'user-agent': agent } })
      const tags = tagsOf(pageText(page))
      assert.deepEqual([page.status, page.location], [200, undefined], agent)
      assert.doesNotMatch(page.body, /<script|www\.example\.com/)
      const escaped = '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;'
      assert.deepEqual([tags.get('og:title'), tags.get('twitter:title')], [escaped, escaped])
      assert.equal(tags.get('og:description'), `Über ${escaped}`)
      assert.deepEqual([tags.get('og:url'), tags.get('twitter:card')], [shortUrl, 'summary_large_image'])
      assert.match(tags.get('og:image') ?? '', new RegExp(`^http://${sharedHost}/\\.preview/sale\\?v=[\\da-f]{8}$`))
      assert.deepEqual([tags.get('og:image:width'), tags.get('og:image:height')], ['37', '21'])
      assert.match(page.headers['content-security-policy'] ?? '', /^default-src 'none'; style-src 'sha256-/)
      assert.equal(page.headers['cache-control'], 'no-store')
    }
    const head = await visit(shortUrl, { method: 'HEAD', ...robot })
    assert.deepEqual([head.status, head.location, head.body], [200, undefined, ''])
  })

  test('redirects people as before, byte for byte, and so does a link without one for programs', async (context) => {
    const { member, visit } = await openPreviewLab(context)
    const answers = async (link: Pick<Link, 'shortUrl'>) => {
      const visits: object[] = []
      for (const method of ['GET', 'HEAD']) {
        for (let way = 0; way < 2; way += 1) visits.push(await visit(link.shortUrl, { method, headers: person }))
      }
      return visits.map((each) => JSON.stringify(each).replaceAll(/"(?:date|x-request-id)":"[^"]*"/g, ''))
    }
    const link = await member.call(createLink, { url, redirect: 301 })
    const before = await answers(link)
    assert.equal((await visit(link.shortUrl, robot)).location, url)
    await member.call(changeLink, { id: link.id, previewTitle: 'Autumn' })
    assert.deepEqual(await answers(link), before)
    assert.equal((await visit(link.shortUrl, robot)).status, 200)
    assert.equal((await visit(link.shortUrl, { headers: { 'user-agent': '' } })).location, url)
    await member.call(changeLink, { id: link.id, previewTitle: '' })
    assert.equal((await visit(link.shortUrl, robot)).location, url, 'its preview is gone')
  })

  test('has the title of its address where none was set, and no tag without a value', async (context) => {
    const { member, visit } = await openPreviewLab(context)
    const { shortUrl } = await member.call(createLink, { url, slug: 'tea', title: 'Inside', previewDescription: 'Hot' })
    const page = pageText(await visit(shortUrl, robot))
    const tags = tagsOf(page)
    assert.deepEqual([tags.get('og:title'), tags.get('twitter:card')], [`${sharedHost}/tea`, 'summary'])
    assert.deepEqual([tags.has('og:image'), tags.has('og:image:width'), page.includes('Inside')], [false, false, false])
  })

  test('shows its preview in place of one of a limited number of visits, and uses none up', async (context) => {
    const { member, visit } = await openPreviewLab(context)
    const link = await member.call(createLink, { url, clickLimit: 1, title: 'Once', previewDescription: 'Hot' })
    for (const agent of [...robots, 'curl/8.0']) {
      const page = await visit(link.shortUrl, { headers: { 'user-agent': agent } })
      assert.deepEqual([tagsOf(page.body).get('og:title'), tagsOf(page.body).get('og:description')], ['Once', 'Hot'])
    }
    assert.equal((await visit(link.shortUrl, { headers: person })).location, url)
    assert.equal((await visit(link.shortUrl, { headers: person })).status, 410)
  })
})

test('programs that get a preview are counted nowhere', async (context) => {
  const { member, visit, countClicks } = await openPreviewLab(context)
  const link = await member.call(createLink, { url, previewTitle: 'Autumn' })
  for (const agent of robots) await visit(link.shortUrl, { headers: { 'user-agent': agent } })
  await visit(link.shortUrl, { headers: person })
  const clicks = async () => (await member.call(listClicks, { linkId: link.id })).items
  await countClicks()
  assert.deepEqual(
    (await clicks()).map(({ isRobot }) => isRobot),
    [false],
  )
})

suite('a link that does not redirect', () => {
  const cases = {
    'is disabled': [() => ({ isEnabled: false }), 404],
    'has expired': [(moment) => ({ expiresAt: moment(-1) }), 410],
    'has not started': [(moment) => ({ startsAt: moment(1) }), 404],
    'has a password': [() => ({ password: 'open sesame' }), 200],
  } as const satisfies Readonly<Record<string, readonly [(moment: (days: number) => string) => object, number]>>
  for (const [name, [changeAt, status]] of Object.entries(cases)) {
    test(`shows nothing of its preview when it ${name}`, async (context) => {
      const lab = await openPreviewLab(context)
      const change = changeAt((days) => new Date(lab.host.clock.now() + days * 86_400_000).toISOString())
      const { id, shortUrl } = await lab.member.call(createLink, { url, previewTitle: 'Autumn' })
      await lab.put(id, picture('png'))
      assert.equal((await lab.picture({ shortUrl })).status, 200)
      await lab.member.call(changeLink, { id, ...change })
      const page = await lab.visit(shortUrl, robot)
      assert.deepEqual([page.status, page.body.includes('og:'), page.body.includes('Autumn')], [status, false, false])
      assert.equal((await lab.picture({ shortUrl })).status, 404)
    })
  }
})

suite('the picture of a preview', () => {
  test('is served on the host of the link as it was uploaded, for five minutes at most', async (context) => {
    const lab = await openPreviewLab(context)
    const { id, shortUrl } = await lab.member.call(createLink, { url })
    for (let way = 0; way < 2; way += 1) assert.equal((await lab.visit(shortUrl, robot)).location, url)
    for (const name of pictureNames) {
      const bytes = picture(name)
      const { previewPicture } = await lab.put(id, bytes)
      assert.equal((await lab.visit(shortUrl, robot)).status, 200)
      assert.deepEqual([previewPicture?.width, previewPicture?.height], [37, 21])
      const { status, headers, body } = await lab.picture({ shortUrl }, { headers: person })
      assert.deepEqual([status, Buffer.from(body, 'latin1')], [200, bytes], name)
      assert.equal(headers['content-type'], `image/${name.toLowerCase().replace(/^(?:lossless|extended)/, '')}`)
      assert.deepEqual(
        [headers['x-content-type-options'], headers['cache-control']],
        ['nosniff', 'public, max-age=300'],
      )
      assert.match(headers['content-security-policy'] ?? '', /default-src 'none'.*sandbox/)
      const own = await lab.member.get(previewPicture?.path ?? '')
      assert.deepEqual(Buffer.from(await own.arrayBuffer()), bytes)
    }
    const head = await lab.picture({ shortUrl }, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers['content-type'], head.body], [200, 'image/webp', ''])
    assert.equal((await lab.picture({ shortUrl }, { method: 'POST' })).status, 405)
    const { previewPicture } = await lab.member.call(removePicture, { id })
    assert.deepEqual([previewPicture, (await lab.picture({ shortUrl })).status], [null, 404])
    assert.equal((await lab.visit(shortUrl, robot)).location, url, 'nothing of a preview is left')
  })

  test('is a PNG, JPEG or WebP by its bytes, of limited size; a refused one replaces nothing', async (context) => {
    const lab = await openPreviewLab(context)
    const { id, shortUrl } = await lab.member.call(createLink, { url })
    await lab.put(id, picture('webp'), 'image/png')
    const side = linkLimits.pictureSide
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const wrong = [
      [svg, 'image/svg+xml', 'unsupported_media_type'],
      [svg, 'image/png', 'invalid_input'],
      [Buffer.from('GIF89a'.padEnd(60)), 'image/png', 'unsupported_media_type'],
      [Buffer.from('<html>'), '', 'unsupported_media_type'],
      [picture('png').subarray(0, 20), 'image/png', 'invalid_input'],
      [pngOf(side + 1, 1), 'image/png', 'invalid_input'],
      [pngOf(1, side + 1), 'image/png', 'invalid_input'],
      [Buffer.concat([picture('png'), Buffer.alloc(linkLimits.pictureBytes)]), 'image/png', 'body_too_large'],
    ] as const
    for (const [bytes, type, code] of wrong) await assert.rejects(lab.put(id, bytes, type), refused(code))
    await assert.rejects(lab.put(id, pngOf(side + 1, 1)), refused('invalid_input', 'file'))
    const { body } = await lab.picture({ shortUrl })
    assert.deepEqual(Buffer.from(body, 'latin1'), picture('webp'))
    const largest = Buffer.concat([pngOf(side, side), Buffer.alloc(linkLimits.pictureBytes)])
    assert.equal((await lab.put(id, largest.subarray(0, linkLimits.pictureBytes))).previewPicture?.width, side)
  })

  test('of another workspace can be neither read, changed nor removed', async (context) => {
    const lab = await openPreviewLab(context)
    const { id } = await lab.member.call(createLink, { url, previewTitle: 'Ours' })
    const { previewPicture } = await lab.put(id, picture('png'))
    const other = lab.host.as('otherOwner')
    const file = new Blob([picture('jpeg')])
    await assert.rejects(other.upload(changePicture, { id, file }), refused('not_found'))
    await assert.rejects(other.call(removePicture, { id }), refused('not_found'))
    await assert.rejects(other.call(changeLink, { id, previewTitle: 'Theirs' }), refused('not_found'))
    assert.equal((await other.get(previewPicture?.path ?? '')).status, 404)
    const link = await lab.member.call(readLink, { id })
    assert.deepEqual([link.previewTitle, link.previewPicture], ['Ours', previewPicture])
  })
})
