import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test, type TestContext } from 'node:test'
import {
  changeLink,
  changePicture,
  createLink,
  deleteLink,
  deleteLinks,
  quarantineLink,
  readLink,
  removePicture,
} from '../../shared.ts'
import { openLinksLab } from '../testing/links-lab.ts'
import { picture } from '../testing/pictures.ts'

const url = 'https://www.example.com/'

/** A laboratory with two links, each with a picture, whose files can be counted. */
async function openPictureLab(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'links-pictures-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'host.db')
  const lab = await openLinksLab(context, { HOST_DATABASE_URL: path })
  const member = lab.host.as('member')
  const put = (id: string) => member.upload(changePicture, { id, file: new Blob([picture('png')]) })
  const links = [await member.call(createLink, { url }), await member.call(createLink, { url })] as const
  for (const { id } of links) await put(id)
  return {
    ...lab,
    member,
    put,
    link: links[0],
    other: links[1],
    files() {
      using database = new DatabaseSync(path, { readOnly: true })
      return database.prepare("SELECT name FROM host_blobs WHERE plugin = 'links'").all().length
    },
    pictureOf: async ({ shortUrl }: { readonly shortUrl: string }) => {
      const { origin, pathname } = new URL(shortUrl)
      return (await lab.visit(`${origin}/.preview${pathname}`)).status
    },
  }
}

suite('the file of a picture', () => {
  const ends = {
    'its link is deleted': (lab, id) => lab.member.call(deleteLink, { id }),
    'its link is deleted with others': (lab, id) => lab.member.call(deleteLinks, { ids: [id] }),
    'it is removed': (lab, id) => lab.member.call(removePicture, { id }),
  } satisfies Record<string, (lab: Awaited<ReturnType<typeof openPictureLab>>, id: string) => Promise<unknown>>
  for (const [name, end] of Object.entries(ends)) {
    test(`is deleted once ${name}, and that of another link stays`, async (context) => {
      const lab = await openPictureLab(context)
      assert.deepEqual([lab.files(), await lab.pictureOf(lab.link)], [2, 200])
      await end(lab, lab.link.id)
      assert.deepEqual([lab.files(), await lab.pictureOf(lab.link), await lab.pictureOf(lab.other)], [1, 404, 200])
    })
  }

  test('is deleted once another one takes its place, and stays when texts change', async (context) => {
    const lab = await openPictureLab(context)
    const path = async () => (await lab.member.call(readLink, { id: lab.link.id })).previewPicture?.path ?? ''
    const former = await path()
    await lab.put(lab.link.id)
    assert.deepEqual([(await lab.member.get(former)).status, (await lab.member.get(await path())).status], [404, 200])
    await lab.member.call(changeLink, { id: lab.link.id, previewTitle: 'Autumn' })
    const { previewPicture } = await lab.member.call(changeLink, { id: lab.link.id, previewTitle: '' })
    assert.deepEqual([lab.files(), previewPicture?.width], [2, 37])
  })

  test('is not served while its link is quarantined', async (context) => {
    const lab = await openPictureLab(context)
    await lab.host.as('instanceAdmin').call(quarantineLink, { id: lab.link.id, reason: 'phishing' })
    assert.deepEqual([await lab.pictureOf(lab.link), await lab.pictureOf(lab.other)], [410, 200])
    const robot = { headers: { 'user-agent': 'facebookexternalhit/1.1' } }
    const page = await lab.visit(lab.link.shortUrl, robot)
    assert.deepEqual([page.status, page.body.includes('og:')], [410, false])
  })
})
