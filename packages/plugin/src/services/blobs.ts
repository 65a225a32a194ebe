import { serviceToken } from '../service.ts'

/** Facts about a blob. */
export interface BlobFacts {
  readonly key: string
  /** Bytes. */
  readonly size: number
  readonly type: string
  readonly changedAt: string
}

/** A blob that is read. */
export interface Blob extends BlobFacts {
  readonly body: ReadableStream<Uint8Array>
}

/**
 * Large values of one plugin apart from its tables: in the database, a folder or an S3-compatible store, as the operator
 * decides. A key has 1 to 300 characters of `A-Z a-z 0-9 . _ - /`, and no segment that is empty, `.` or `..`.
 */
export interface BlobsService {
  /**
   * Stores a blob, whole or not at all, in place of an existing one; readers of the old one read it to its end. A
   * stream is read piece by piece, for at most half an hour. Not inside a transaction: put it first, then write its
   * key.
   * @param options `type` is a media type such as `image/png`; `signal` ends it
   * @throws Problem `body_too_large` over 100 MiB, `service_unavailable`, `not_found` for a workspace that was erased
   *   meanwhile, `quota_exceeded` and `tier_required` above the plan; TypeError for an invalid key or type
   */
  put(
    orgId: string,
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: { readonly type: string; readonly signal?: AbortSignal },
  ): Promise<BlobFacts>
  /**
   * Stores bytes that no key leads to yet, to be given one by `place` in the transaction that writes their row: then both exist, or
   * neither. Without that they are removed by `discard`, or by the host about an hour later. Not inside a transaction.
   * @throws as `put`
   * @example
   * const file = await blobs.stage(orgId, bytes, { type: 'application/pdf' })
   * await db.transaction(async (tx) => {
   *   await blobs.place(orgId, key, file)
   *   await tx.insertInto('receipts').values({ file: key }).execute()
   * })
   * @since 1.0.0
   */
  stage(
    orgId: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: { readonly type: string; readonly signal?: AbortSignal },
  ): Promise<Pick<BlobFacts, 'size' | 'type'>>
  /**
   * Gives staged bytes their key, in place of an existing blob; inside a transaction as a part of it. Once.
   * @throws Problem `service_unavailable` for bytes that were removed meanwhile, `not_found` for a workspace that was
   *   erased, `quota_exceeded` and `tier_required` above the plan, before anything is written; TypeError for bytes that were not staged by this process for this workspace
   * @since 1.0.0
   */
  place(orgId: string, key: string, staged: Pick<BlobFacts, 'size' | 'type'>): Promise<BlobFacts>
  /**
   * Gives several staged bytes their keys with few statements, all or none; otherwise like `place`.
   * @throws as `place`; TypeError for a key that occurs twice
   * @since 1.0.0
   */
  placeAll(
    orgId: string,
    blobs: readonly { readonly key: string; readonly staged: Pick<BlobFacts, 'size' | 'type'> }[],
  ): Promise<void>
  /**
   * Refuses bytes above the plan of a workspace before they are received; `place` and `put` refuse them in any case. Not inside
   * a transaction.
   * @throws Problem `quota_exceeded`, `tier_required`
   * @since 1.1.0
   */
  requireRoom(orgId: string, bytes: number): Promise<void>
  /** Removes staged bytes unless they have a key. Never rejects. @since 1.0.0 */
  discard(staged: Pick<BlobFacts, 'size' | 'type'>): Promise<void>
  /** A blob as it is now. Its body ends with an error, and never early, when it can't be read to its end. */
  get(orgId: string, key: string): Promise<Blob | undefined>
  facts(orgId: string, key: string): Promise<BlobFacts | undefined>
  /** Inside a transaction as a part of it. @returns whether there was one */
  delete(orgId: string, key: string): Promise<boolean>
  /** Blobs whose key begins with a prefix, by key. @param options `limit` 1 to 1,000; `after` the last key seen */
  list(
    orgId: string,
    prefix: string,
    options: { readonly limit: number; readonly after?: string },
  ): Promise<readonly BlobFacts[]>
}

/**
 * Large values apart from the tables.
 *
 * Audience: authors.
 */
export const Blobs = serviceToken<BlobsService>('core.blobs')
