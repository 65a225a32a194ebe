import fc from 'fast-check'
import { csvLine, csvMark } from '@host/plugin/wire'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountComponent } from '../components/fixture-page.ts'
import { accessibilityProblems } from '../testing/accessibility-problems.ts'
import type { MountedPage } from '../testing/mount-page.ts'
import { mapImport, readImport } from './import-file.ts'
import { ImportCsv, type ImportAnswer, type SentImport } from './ImportCsv.tsx'
import { parseCsv, writeCsvRow } from './parse-csv.ts'

let page: MountedPage | undefined
const send = vi.fn<(sent: SentImport) => Promise<ImportAnswer>>()
beforeEach(() => void send.mockReset())
afterEach(() => page?.unmount())

const bounds = { maxRows: 100, maxColumns: 10 }
const fields = [
  { name: 'name', label: 'Full name', required: true },
  { name: 'email', label: 'Email' },
]

async function open(text: string): Promise<MountedPage> {
  page = await mountComponent(() => <ImportCsv title="Import contacts" fields={fields} onSend={send} maxRows={3} />)
  await page.act(() => button('Import CSV').click())
  const files = [new File([text], 'contacts.csv', { type: 'text/csv' })]
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer: { files } })
  await page.act(() => page?.find('[role=dialog] [role=group] > div').dispatchEvent(event))
  return page
}

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (found === undefined) throw new Error(`No button ${name} in ${document.body.textContent}`)
  return found
}

const dialog = () => page!.find('[role=dialog]').textContent

test('a file is mapped by its header, checked, and imported', async () => {
  send.mockImplementation(({ dryRun }) => Promise.resolve({ rows: 2, created: dryRun ? 0 : 2, problems: [] }))
  const mounted = await open('FULL NAME;note;E_MAIL\r\nAda;"a;b";ada@example.com\r\nBen;;\r\n')
  expect(dialog()).toContain('Ada · Ben')
  expect(await accessibilityProblems(mounted)).toEqual([])
  await mounted.act(() => button('Check file').click())
  expect(send).toHaveBeenLastCalledWith({
    csv: 'name,email\r\nAda,ada@example.com\r\nBen,\r\n',
    dryRun: true,
  })
  await mounted.act(() => button('Import 2 rows').click())
  expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ dryRun: false }))
  expect(dialog()).toContain('2 rows imported')
})

test('problems name the line of the chosen file, and nothing can be imported', async () => {
  send.mockResolvedValue({ rows: 2, created: 0, problems: [{ line: 3, field: 'email', message: 'No email.' }] })
  const mounted = await open('name,note,email\nAda,"two\nlines",a@example.com\nBen,,wrong\n')
  await mounted.act(() => button('Check file').click())
  const cells = [...document.querySelectorAll('[role=dialog] tbody td, [role=dialog] tbody th')]
  expect(cells.map(({ textContent }) => textContent)).toEqual(['4', 'Email', 'No email.'])
  expect(() => button('Import 2 rows')).toThrow()
  await mounted.act(() => button('Back').click())
  expect(button('Check file').disabled).toBe(false)
})

test('a required field needs a column', async () => {
  await open('mail\nada@example.com\n')
  expect(dialog()).toContain('Map a column to Full name')
  expect(button('Check file').getAttribute('aria-disabled') ?? String(button('Check file').disabled)).toBe('true')
})

test('an error of the server is shown, and the file can be sent again', async () => {
  send.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce({ rows: 1, created: 0, problems: [] })
  const mounted = await open('name\nAda\n')
  await mounted.act(() => button('Check file').click())
  expect(document.querySelector('[role=dialog] [role=alert]')).not.toBeNull()
  await mounted.act(() => button('Check file').click())
  expect(dialog()).toContain('1 row is ready')
})

test.each([
  ['name\na\nb\nc\nd\n', 'more than 3 rows'],
  ['name\n', 'no rows'],
  ['name\n"a', 'quotation mark'],
])('%j is not taken, with the reason', async (text, reason) => {
  await open(text)
  expect(dialog()).toContain(reason)
})

test('RFC 4180: written rows are read back', () => {
  const cell = fc.string({ maxLength: 6, unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', ';', '王') })
  const row = fc.tuple(fc.constant('x'), cell, cell).map((cells) => [...cells])
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const text = writeCsvRow(['a', 'b', 'c']) + rows.map((cells) => writeCsvRow(cells)).join('')
      const read = parseCsv(text, bounds)
      expect(Array.isArray(read) && read.slice(1).map(({ cells }) => cells)).toEqual(rows)
    }),
  )
})

test('an exported file is read with the texts of the export, and sent as they are or protected again', async () => {
  const text = fc.string({ maxLength: 6, unit: fc.constantFrom("'", ...'=+-@|%＝−', ' ', '\t', '"', ',', 'a', '王') })
  const row = fc.tuple(fc.constant('x'), text, text).map((cells) => [...cells])
  const cellsOf = async (csv: string) => {
    const table = await readImport(new Blob([csv]), 10)
    if (typeof table === 'string') throw new Error(table)
    return { table, cells: table.rows.map(({ cells }) => cells) }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const { table, cells } = await cellsOf(csvMark + csvLine(['a', 'b', 'c']) + rows.map(csvLine).join(''))
      expect(cells).toEqual(rows)
      const guarded = mapImport(table, ['a', 'b', 'c'], { isGuarded: true })
      expect((await cellsOf(guarded.csv)).cells).toEqual(rows)
      const plain = parseCsv(mapImport(table, ['a', 'b', 'c']).csv, bounds)
      expect(Array.isArray(plain) && plain.slice(1).map((each) => each.cells)).toEqual(rows)
    }),
  )
})

test('rows know their first line, whichever ends the lines, and blank rows are left out', () => {
  const rows = [
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1', '2\n3'] },
    { line: 5, cells: ['4', ''] },
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    expect(parseCsv(`\uFEFFa,b${end}${end}1,"2\n3"${end}4,`, bounds)).toEqual(rows)
  }
  expect(parseCsv('', bounds)).toEqual([])
  expect(parseCsv('a\tb\n1\t2,3', bounds)).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', '2,3'] },
  ])
  expect(parseCsv(','.repeat(10), bounds)).toBe('tooManyColumns')
})

test('a file of a Chinese spreadsheet is read', async () => {
  const bytes = new Uint8Array([...Buffer.from('name\n'), 0xcd, 0xf5])
  expect(await readImport(new Blob([bytes]), 10)).toEqual({ columns: ['name'], rows: [{ line: 2, cells: ['王'] }] })
})

test('lines of the sent file lead to lines of the chosen one', () => {
  const rows = [
    { line: 2, cells: ['a', 'x\ny\nz'] },
    { line: 7, cells: ['b\nc', ''] },
    { line: 9, cells: ['d', ''] },
  ]
  const { csv, lineOf } = mapImport({ columns: ['n', 'm'], rows }, ['name', undefined])
  expect(csv).toBe('name\r\na\r\n"b\nc"\r\nd\r\n')
  expect([2, 3, 5].map(lineOf)).toEqual([2, 7, 9])
})
