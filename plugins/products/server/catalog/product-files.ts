import {
  answerBlob,
  Problem,
  type EndpointInput,
  type Queries,
  type UploadedFile,
  type WorkspaceScope,
} from '@host/plugin'
import { productLimits, type changeImage, type FileKind, type ProductFile } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { filesOf, lockProduct, shownFile } from './product-rows.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

interface NewFile {
  readonly id: string
  readonly kind: FileKind
  readonly file: UploadedFile
}

/** Adds an uploaded file to a product, in the transaction of the upload. @throws Problem `not_found`, `conflict` */
export async function addFileOf(
  parts: Parts,
  { db, audit }: { readonly db: Queries<Tables>; readonly audit: Caller['audit'] },
  { id, kind, file: { key, name, size, type } }: NewFile,
): Promise<ProductFile> {
  await lockProduct(db, id)
  const rows = await filesOf(db, id)
  if (rows.length >= productLimits.files) throw new Problem('conflict', { detail: tooMany })
  const created_at = new Date(parts.clock()).toISOString()
  const place = Math.max(-1, ...rows.map((row) => row.place)) + 1
  const values = { product_id: id, kind, file: key, name, size, type, place, created_at }
  const row = await db.insertInto('products_files').values(values).returningAll().executeTakeFirstOrThrow()
  audit.describe({ target: `product:${id}`, after: { fileId: row.id, name, size } })
  return shownFile(row)
}

/** @throws Problem `not_found` */
export async function readFileOf(
  parts: Pick<Parts, 'blobs'>,
  { db, orgId }: Pick<Caller, 'db' | 'orgId'>,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<Response> {
  const files = db.selectFrom('products_files').select(['kind', 'file', 'name']).where('id', '=', fileId)
  const row = await files.where('product_id', '=', id).executeTakeFirst()
  const blob = row === undefined ? undefined : await parts.blobs.get(orgId, row.file)
  if (row === undefined || blob === undefined) throw new Problem('not_found')
  return answerBlob(blob, { name: row.name, as: row.kind === 'image' ? 'inline' : 'attachment' })
}

/** Describes an image, or moves it among the images of its product. @throws Problem `not_found` */
export async function changeImageOf(
  { db, audit }: Pick<Caller, 'db' | 'audit'>,
  { id, fileId, alt, place }: EndpointInput<typeof changeImage>,
): Promise<ProductFile> {
  return await db.transaction(async (tx) => {
    await lockProduct(tx, id)
    const images = (await filesOf(tx, id)).filter(({ kind }) => kind === 'image')
    const row = images.find((image) => image.id === fileId)
    if (row === undefined) throw new Problem('not_found')
    const changed = { ...row, alt: alt ?? row.alt }
    await tx.updateTable('products_files').set({ alt: changed.alt }).where('id', '=', fileId).execute()
    if (place !== undefined) {
      const others = images.filter((image) => image.id !== fileId)
      await storeOrder(tx, others.toSpliced(place, 0, row))
    }
    audit.describe({ target: `product:${id}`, before: { fileId, alt: row.alt }, after: { alt: changed.alt, place } })
    return shownFile(changed)
  })
}

async function storeOrder(tx: Queries<Tables>, images: readonly { readonly id: string; readonly place: number }[]) {
  for (const [place, image] of images.entries()) {
    if (image.place === place) continue
    await tx.updateTable('products_files').set({ place }).where('id', '=', image.id).execute()
  }
}

/** @throws Problem `not_found` */
export async function deleteFileOf({ db, audit }: Caller, id: string, fileId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = tx.deleteFrom('products_files').where('id', '=', fileId).where('product_id', '=', id)
    const row = await gone.returning('name').executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    audit.describe({ target: `product:${id}`, before: { fileId, name: row.name } })
  })
}

const tooMany = {
  en: `A product has at most ${productLimits.files} images and files. Delete those that are not needed.`,
  zh: `一个产品最多有 ${productLimits.files} 个图片和文件。请删除不再需要的文件。`,
}
