import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** Where the bytes of a content stand. */
export type PieceStoreName = 'database' | 'folder' | 's3'

/** How far a content is, see `blob-contents.ts`. */
export type ContentState = 'writing' | 'kept' | 'left' | 'dropped'

/** The blobs that there are, each by its name; the bytes stand apart, under an id that is never used twice. */
const Blob = model(
  'host_blobs',
  {
    id: column.id('blob'),
    org_id: column.org(),
    plugin: column.text({ max: 64 }),
    name: column.text({ max: 300 }),
    content_id: column.text({ max: 64 }),
    /** The content that a new one replaced, for the transaction that did it. */
    former_id: column.text({ max: 64, nullable: true }),
    /** Bytes. */
    size: column.integer(),
    type: column.text({ max: 200 }),
    changed_at: column.time(),
  },
  {
    unique: [['org_id', 'plugin', 'name']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'size'],
    ],
    transfer: { reason: 'Files travel with their bytes.', isExported: false },
  },
)

/** Bytes of each workspace, see `stored-bytes.ts`. */
const BlobTotal = model(
  'host_blob_totals',
  {
    id: column.id('blobt'),
    org_id: column.org(),
    bytes: column.integer(),
    /** When the blobs were last summed up. */
    counted_at: column.time(),
  },
  { unique: [['org_id']], index: [['org_id', 'id']], transfer: { reason: 'It is counted again.', isExported: false } },
)

/** Every content that was begun, wherever it stands, until nothing of it is left there. */
const BlobContent = model(
  'host_blob_contents',
  {
    id: column.id('blobc'),
    store: column.text<PieceStoreName>({ max: 16 }),
    state: column.text<ContentState>({ max: 16 }),
    /** Milliseconds of the clock that all processes share; null while it is kept, and until a sweep saw that it is left. */
    until: column.integer({ nullable: true }),
  },
  { index: [['state', 'until']] },
)

/** The bytes of contents that stand in the database. */
const BlobPiece = model(
  'host_blob_pieces',
  {
    content_id: column.text({ max: 64 }),
    position: column.integer(),
    bytes: column.bytes(),
  },
  { unique: [['content_id', 'position']] },
)

export const blobModels = [Blob, BlobContent, BlobPiece, BlobTotal] as const

/** The handle on these tables. */
export type BlobDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof blobModels>>>
