import type { Queries, ReadQueries } from '@host/plugin'
import type { Link } from '../../shared.ts'
import type { Tables } from '../models.ts'

const columns = ['link_id', 'title', 'description', 'picture', 'width', 'height'] as const

/** Fields of a link that its preview has. */
export type PreviewField = 'previewTitle' | 'previewDescription' | 'previewPicture'

/** The preview of a link. */
export type PreviewRow = Awaited<ReturnType<typeof selectPreviews>>[number]

/** What a change of a preview states; the rest stays. */
export interface PreviewChange {
  readonly previewTitle?: string | undefined
  readonly previewDescription?: string | undefined
  readonly picture?: StoredPicture | null
}

/** A picture, by its key among the blobs. */
export interface StoredPicture {
  readonly picture: string
  readonly width: number
  readonly height: number
}

/** The previews of links, by the IDs of the links. */
export async function previewsOf(
  db: ReadQueries<Tables>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PreviewRow>> {
  if (ids.length === 0) return new Map()
  return new Map((await selectPreviews(db, ids)).map((row) => [row.link_id, row]))
}

function selectPreviews(db: ReadQueries<Tables>, ids: readonly string[]) {
  return db.selectFrom('links_previews').select(columns).where('link_id', 'in', ids).execute()
}

/** The fields of a link that its preview has. */
export function shownPreview(linkId: string, row: PreviewRow | undefined): Pick<Link, PreviewField> {
  const { title = '', description = '', picture = null, width = 0, height = 0 } = row ?? {}
  const path = picture === null ? '' : `/api/x/links/links/${linkId}/picture/${pictureId(picture)}`
  return {
    previewTitle: title,
    previewDescription: description,
    previewPicture: picture === null ? null : { path, width, height },
  }
}

/** The last part of the key of a picture, which is random: another picture has another one. */
export function pictureId(picture: string): string {
  return picture.slice(picture.lastIndexOf('/') + 1)
}

/** Changes the preview of a link that the transaction has locked or created. @returns whether it has one then */
export async function storePreview(tx: Queries<Tables>, linkId: string, change: PreviewChange): Promise<boolean> {
  const row = (await previewsOf(tx, [linkId])).get(linkId)
  const picture = change.picture === undefined ? row : (change.picture ?? undefined)
  const values = {
    title: change.previewTitle ?? row?.title ?? '',
    description: change.previewDescription ?? row?.description ?? '',
    picture: picture?.picture ?? null,
    width: picture?.width ?? 0,
    height: picture?.height ?? 0,
  }
  const hasPreview = values.title !== '' || values.description !== '' || values.picture !== null
  if (row !== undefined && hasPreview) {
    await tx.updateTable('links_previews').set(values).where('link_id', '=', linkId).execute()
  } else if (row !== undefined) {
    await tx.deleteFrom('links_previews').where('link_id', '=', linkId).execute()
  } else if (hasPreview) {
    const added = tx.insertInto('links_previews').values({ ...values, link_id: linkId })
    await added.execute()
  }
  return hasPreview
}
