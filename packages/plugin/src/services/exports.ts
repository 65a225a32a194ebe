import { serviceToken } from '../service.ts'
import type { StreamedPage } from '../stream-pages.ts'

/** Exports: files of a workspace that grow with it, made while they are sent. */
export interface ExportsService {
  /**
   * Begins an export: the body of an answer, produced page by page while the client takes it. A workspace runs one export
   * at a time and a process four, of all plugins together; the place is free again when the body ends, fails, is left, or
   * is not read for five minutes.
   * @param orgId undefined for an export of the instance itself
   * @param pages read with `backgroundReads`; begins when the body is read, and its `return` is called when the client leaves
   * @throws Problem `too_many_requests` while this workspace exports, `overloaded` while four others do
   * @example return stream(exports.open(orgId, pagesOfNotes(db)), { headers: { 'content-type': 'application/json' } })
   * @since 1.0.0
   */
  open(orgId: string | undefined, pages: AsyncIterable<StreamedPage>): ReadableStream<Uint8Array>
  /**
   * Checks whether an export could begin now, without beginning one: for pages that show a refusal before the browser
   * downloads.
   * @param orgId undefined for an export of the instance itself
   * @throws Problem the error of `open`
   * @since 1.0.0
   */
  check(orgId: string | undefined): void
}

/**
 * Exports, within the limits of the host.
 *
 * Audience: authors.
 * @since 1.0.0
 */
export const Exports = serviceToken<ExportsService>('core.exports')
