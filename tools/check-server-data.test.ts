import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkServerData } from './check-server-data.ts'
import { problemsOf } from './report.ts'

const problems = (text: string, path = 'plugins/notes/web/NotesPage.tsx') => checkServerData([{ path, text }]).problems

const page = (body: string): string =>
  `export function Page() {\n  const { data, refetch } = useQuery(listNotes)\n${body}\n}`

for (const [what, body] of Object.entries({
  useState: 'const [notes] = useState(data)',
  useReducer: 'const [notes] = useReducer(change, data?.items)',
  useRef: 'const notes = useRef(data)',
  'state by setNotes': 'const [notes, setNotes] = useState(); useEffect(() => { setNotes(data) }, [data])',
  'the storage of the browser': 'localStorage.setItem("notes", JSON.stringify(data))',
})) {
  test(`§4.31 a copy of a query's data in ${what} is refused`, () => {
    assert.deepEqual(problems(page(body)), [
      `plugins/notes/web/NotesPage.tsx:3: a query's data are copied into ${what}; read them from the query`,
    ])
  })
}

test('§4.31 a copy of a part of a list is refused, under any name', () => {
  const [problem = ''] = problems(
    'const { items: rows } = useListQuery(listNotes)\nconst [first] = useState(() => rows[0])',
  )
  assert.match(problem, /:2: a query's data are copied into useState/)
})

test('§4.31 other ways to the server are refused', () => {
  assert.match(problems('await fetch("/api/notes")')[0] ?? '', /fetch goes past the hooks/)
  assert.match(problems('new EventSource("/api/live")')[0] ?? '', /EventSource goes past the hooks/)
  assert.match(problems("import { create } from 'zustand'")[0] ?? '', /zustand would hold server data/)
  assert.match(problems("import { useQuery } from '@tanstack/react-query'")[0] ?? '', /react-query would hold/)
})

test('a variable of the module is refused, a constant is not', () => {
  assert.match(problems('let last = 0')[0] ?? '', /outlives the page/)
  assert.deepEqual(problems('const most = 3'), [])
})

for (const [what, text] of Object.entries({
  'under another name':
    "import { useQuery as ask } from '@host/plugin-sdk'\nconst { data } = ask(listNotes); useState(data)",
  'by the door of the package': 'const notes = sdk.useQuery(listNotes); useState(notes.data)',
  'through a part that has a name':
    'const notes = useQuery(listNotes); const rows = notes.data?.items ?? []; useState(rows)',
  'while the page is drawn':
    'function Page() { const { data } = useQuery(listNotes); const [notes, setNotes] = useState(); if (!notes) setNotes(data) }',
  'into a ref': 'const { data } = useQuery(listNotes); const kept = useRef(); kept.current = data',
  'into the storage by its name': "const { data } = useQuery(listNotes); localStorage['notes'] = JSON.stringify(data)",
  'onto the window': 'const { data } = useQuery(listNotes); window.notes = data',
  'from a call of the client':
    'const client = useClient(); const [notes, setNotes] = useState(); client.call(listNotes).then(setNotes)',
  'from an awaited call of the client':
    'const client = useClient(); const [notes, setNotes] = useState(); useEffect(() => void (async () => { const page = await client.call(listNotes); setNotes(page) })(), [])',
})) {
  test(`§4.31 a copy of server data ${what} is refused`, () => {
    assert.match(problems(text).join(), /a query's data are copied into/)
  })
}

for (const text of [
  'await window.fetch("/api/notes")',
  'await globalThis["fetch"]("/api/notes")',
  'const send = fetch',
  'load(fetch)',
  'navigator.sendBeacon("/api/notes")',
  "import axios from 'axios'",
]) {
  test(`§4.31 ${text} is another way to the server`, () => {
    assert.match(problems(text).join(), /goes past the hooks/)
  })
}

test('an empty container of the module is refused, a constant one is not', () => {
  assert.match(problems('export const cache = new Map<string, Note>()')[0] ?? '', /outlives the page/)
  assert.match(problems('export let last: Note')[0] ?? '', /outlives the page/)
  assert.deepEqual(problems('const none: ReadonlySet<string> = new Set()\nconst all = new Set(["a"])'), [])
})

test('a method that is called fetch, and a fetch that was handed over, are none', () => {
  assert.deepEqual(problems('queries.fetch("/api")'), [])
  assert.deepEqual(problems('export function load(fetch: () => void) { return fetch() }'), [])
})

test("a reader's own state may be kept: a choice, an ID, a draft", () => {
  assert.deepEqual(
    problems(
      page(
        'const [chosen, setChosen] = useState<string>()\nreturn <button onClick={() => setChosen(data?.items[0].id)} />',
      ),
    ),
    [],
  )
  assert.deepEqual(problems('function load(fetch: () => void) { const again = { refetch: fetch } }'), [])
})

test('the hooks themselves and tests are exempt', () => {
  assert.deepEqual(problems('await fetch("/api")', 'packages/plugin-sdk/src/live/stream.ts'), [])
  assert.deepEqual(problems('await fetch("/api")', 'plugins/notes/web/notes.test.ts'), [])
})

test('a repository without pages has failed', () => {
  assert.equal(problemsOf(checkServerData([])).length, 1)
})
