/** Previews of links: the page that a program gets in place of the redirect, and the picture that the page names. */
import { domainToUnicode } from 'node:url'
import { answerBlob } from '@host/plugin'
import type { EdgeScope } from '@host/plugin/platform'
import { shortUrlOf } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import { previewPage } from '../pages/link-pages.ts'
import { joined, markup } from '../pages/markup.ts'
import { visitorPage } from '../pages/visitor-page.ts'
import type { Parts } from '../parts.ts'
import { isOpen, type IndexedLink } from '../redirect/indexed-link.ts'
import { isPerson, showsPreviews } from '../redirect/visitors.ts'
import { pictureId, previewsOf } from './preview-rows.ts'

type Scope = EdgeScope<Tables>

/** How long a copy of a picture may be used after it was removed, in seconds. */
const pictureAge = 300

/** Whether a visit gets the preview of the link instead of its redirect. */
export function asksPreview({ guard }: IndexedLink, header: Scope['visit']['header']): boolean {
  return guard?.hasPreview === true && showsPreviews(header('user-agent') ?? '')
}

/** The page for a program that looks at a link without following it; undefined for other visits. */
export async function answerPreview(
  parts: Pick<Parts, 'edge'>,
  scope: Scope,
  link: IndexedLink,
): Promise<Response | undefined> {
  const { method, header } = scope.visit
  const { isLimited = false, hasPreview = false, title } = link.guard ?? {}
  const isAsked = isLimited ? !isPerson(method, header) : asksPreview(link, header)
  if (!isAsked) return undefined
  const page = hasPreview ? await ownPage(parts, scope, link) : undefined
  return page ?? (isLimited ? previewPage(title) : undefined)
}

async function ownPage(
  { edge }: Pick<Parts, 'edge'>,
  { db, language }: Scope,
  { id, guard }: IndexedLink,
): Promise<Response | undefined> {
  const links = db.selectFrom('links_links').select(['host', 'slug']).where('id', '=', id)
  const row = await links.executeTakeFirst()
  const preview = (await previewsOf(db, [id])).get(id)
  if (row === undefined || preview === undefined) return undefined
  const { description, picture, width, height } = preview
  const title = preview.title || guard?.title || `${domainToUnicode(row.host)}/${row.slug}`
  const image =
    picture === null ? undefined : `${shortUrlOf(edge, row, '.preview/')}?v=${pictureId(picture).slice(0, 8)}`
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', shortUrlOf(edge, row)],
    ['og:image', image ?? ''],
    ['og:image:width', image && String(width)],
    ['og:image:height', image && String(height)],
  ] as const
  const cards = [
    ['description', description],
    ['twitter:card', image === undefined ? 'summary' : 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', image ?? ''],
  ] as const
  const head = joined([
    ...filled(tags).map(([name, value]) => markup`<meta property="${name}" content="${value}">\n`),
    ...filled(cards).map(([name, value]) => markup`<meta name="${name}" content="${value}">\n`),
  ])
  return visitorPage({ status: 200, language, title, paragraphs: description === '' ? [] : [description], head })
}

/** Tags with a value. */
function filled(tags: readonly (readonly [name: string, value: string | undefined])[]) {
  return tags.flatMap(([name, value = '']) => (value === '' ? [] : [[name, value] as const]))
}

/** The picture of a link that previews show; undefined where there is none, or the link shows no preview. */
export async function answerPicture(
  { blobs, clock }: Pick<Parts, 'blobs' | 'clock'>,
  { db, orgId }: Scope,
  link: IndexedLink,
): Promise<Response | undefined> {
  const { hasPreview = false, isProtected = false } = link.guard ?? {}
  if (!hasPreview || isProtected || !isOpen(link, clock())) return undefined
  const key = (await previewsOf(db, [link.id])).get(link.id)?.picture ?? null
  const blob = key === null ? undefined : await blobs.get(orgId, key)
  if (blob === undefined) return undefined
  const answer = answerBlob(blob, { name: 'preview', as: 'inline' })
  answer.headers.set('cache-control', `public, max-age=${pictureAge}`)
  // Pages of other sites show previews too.
  answer.headers.set('cross-origin-resource-policy', 'cross-origin')
  return answer
}
