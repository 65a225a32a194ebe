import { answerBlob, Problem, type UploadedFile, type WorkspaceScope } from '@host/plugin'
import { linkLimits, type Link } from '../../shared.ts'
import { linkUpdated } from '../events.ts'
import { lockLink, selectLink, shownLink } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { toIndex } from '../redirect/index-key.ts'
import { pictureSize, type PictureSize } from './picture-size.ts'
import { pictureId, previewsOf, storePreview, type StoredPicture } from './preview-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** Gives the preview of a link the uploaded picture. @throws Problem `not_found`, `invalid_input` */
export async function changePictureOf(
  parts: Parts,
  caller: Caller & { readonly file: UploadedFile },
  id: string,
): Promise<Link> {
  const { file } = caller
  return await storePicture(parts, caller, { id, picture: { picture: file.key, ...requireSize(file) } })
}

/** Takes the picture from the preview of a link. @throws Problem `not_found` */
export async function removePictureOf(parts: Parts, caller: Caller, id: string): Promise<Link> {
  return await storePicture(parts, caller, { id, picture: null })
}

interface PictureChange {
  readonly id: string
  readonly picture: StoredPicture | null
}

async function storePicture(parts: Parts, caller: Caller, { id, picture }: PictureChange): Promise<Link> {
  const { db, orgId, audit } = caller
  await db.transaction(async (tx) => {
    const { index_key, host, slug, url } = await lockLink(tx, id)
    const hasPreview = await storePreview(tx, id, { picture })
    const now = new Date(parts.clock()).toISOString()
    const values = { has_preview: hasPreview, updated_at: now }
    await tx.updateTable('links_links').set(values).where('id', '=', id).execute()
    parts.index.forget([toIndex(index_key)])
    await parts.events.publish(linkUpdated, orgId, { linkId: id, host, slug, url })
    const after = picture === null ? undefined : { width: picture.width, height: picture.height }
    audit.describe({ target: `link:${id}`, ...(after && { after }) })
  })
  return await shownLink(parts, db, await selectLink(db, id))
}

/** The size of an uploaded picture. @throws Problem `invalid_input` */
function requireSize({ head }: UploadedFile): PictureSize {
  const size = pictureSize(head)
  const most = linkLimits.pictureSide
  const isRight = size !== undefined && size.width <= most && size.height <= most
  if (isRight) return size
  throw new Problem('invalid_input', { errors: [{ path: 'file', message: size === undefined ? broken : tooWide }] })
}

/** The picture of a link, for members of its workspace. @throws Problem `not_found` */
export async function readPictureOf(
  { blobs }: Parts,
  { db, orgId }: Pick<Caller, 'db' | 'orgId'>,
  { id, picture }: { readonly id: string; readonly picture: string },
): Promise<Response> {
  const key = (await previewsOf(db, [id])).get(id)?.picture ?? null
  const blob = key === null || pictureId(key) !== picture ? undefined : await blobs.get(orgId, key)
  if (blob === undefined) throw new Problem('not_found')
  const answer = answerBlob(blob, { name: 'preview', as: 'inline' })
  // The path names the picture, so its content never changes.
  answer.headers.set('cache-control', 'private, max-age=31536000, immutable')
  return answer
}

const broken = {
  en: 'The file is not a complete picture. Choose another one.',
  zh: '该文件不是完整的图片，请选择其他文件。',
}
const tooWide = {
  en: `Choose a picture of at most ${linkLimits.pictureSide} pixels on each side.`,
  zh: `请选择每边不超过 ${linkLimits.pictureSide} 像素的图片。`,
}
