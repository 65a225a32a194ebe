import { csvLine, csvMark, stream, type CsvValue, type ExportsService, type WorkspaceScope } from '@host/plugin'
import type { StoredClick } from '../../shared.ts'
import { selectLink } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import { clickPages } from './stored-clicks.ts'

const cells: readonly (readonly [name: string, value: (click: StoredClick) => CsvValue])[] = [
  ['time', ({ at }) => at],
  ['country', ({ country }) => country],
  ['city', ({ city }) => city],
  ['device', ({ device }) => device],
  ['browser', ({ browser }) => browser],
  ['system', ({ system }) => system],
  ['language', ({ language }) => language],
  ['referrer', ({ referrer }) => referrer],
  ['utm_source', ({ source }) => source],
  ['utm_medium', ({ medium }) => medium],
  ['utm_campaign', ({ campaign }) => campaign],
  ['version', ({ version }) => version],
  ['rule', ({ rule }) => (rule === null ? '' : rule + 1)],
  ['robot', ({ isRobot }) => isRobot],
]

/** The clicks of a link as a file, read page by page while it is sent. @throws Problem `not_found`, and as `Exports` does */
export async function exportedClicks(
  exports: ExportsService,
  { db, orgId }: Pick<WorkspaceScope<Tables>, 'db' | 'orgId'>,
  id: string,
): Promise<Response> {
  await selectLink(db, id)
  return stream(exports.open(orgId, linesOf(clickPages(db, id))), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clicks.csv"',
    },
  })
}

async function* linesOf(pages: AsyncIterable<readonly StoredClick[]>): AsyncGenerator<string> {
  yield csvMark + csvLine(cells.map(([name]) => name))
  for await (const page of pages) {
    yield page.map((click) => csvLine(cells.map(([, value]) => value(click)))).join('')
  }
}
