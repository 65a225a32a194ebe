import { answerBlob, Problem, type Queries, type UploadedFile, type WorkspaceScope } from '@host/plugin'
import { productLimits, type FileKind, type ProductFile } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockProduct, shownFile } from './product-rows.ts'

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
  const rows = await db.selectFrom('products_files').select('id').where('product_id', '=', id).execute()
  if (rows.length >= productLimits.files) throw new Problem('conflict', { detail: tooMany })
  const created_at = new Date(parts.clock()).toISOString()
  const values = { product_id: id, kind, file: key, name, size, type, created_at }
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
