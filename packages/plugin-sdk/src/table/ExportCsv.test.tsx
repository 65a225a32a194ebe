import { expect, test } from 'vitest'
import type { DataColumn } from './data-column.ts'
import { csvOf } from './ExportCsv.tsx'

interface Person {
  readonly name: string
  readonly age: number
  readonly city: string | null
}

const columns: readonly DataColumn<Person>[] = [
  { key: 'name', header: 'Name', value: ({ name }) => name, cell: () => null },
  { key: 'age', header: <b>Age</b>, label: 'Age', value: ({ age }) => age, cell: () => null },
  { key: 'city', header: 'City', isHidden: true, value: ({ city }) => city, cell: () => null },
  { key: 'remove', header: 'Actions', isFixed: true, cell: () => null },
]
const people: readonly Person[] = [
  { name: '＝cmd()', age: -1, city: null },
  { name: 'Ada, "Countess"', age: 36, city: 'London' },
]

test('a file holds the columns that are shown and hold something, by their names', () => {
  expect(csvOf(people, columns, { columns: undefined })).toBe(
    '\uFEFFName,Age\r\n\'＝cmd(),-1\r\n"Ada, ""Countess""",36\r\n',
  )
})

test('a column that a user asked for is in the file, and the first one always', () => {
  expect(csvOf(people, columns, { columns: ['city'] })).toBe(
    '\uFEFFName,City\r\n\'＝cmd(),\r\n"Ada, ""Countess""",London\r\n',
  )
})
