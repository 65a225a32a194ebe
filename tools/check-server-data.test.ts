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

test('§4.31 a copy of a part of a list is refused, whatever it is called', () => {
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

test('what a reader does may be kept: a choice, an id, a draft of their own', () => {
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

test('the hooks themselves and tests may do what they have to', () => {
  assert.deepEqual(problems('await fetch("/api")', 'packages/plugin-sdk/src/live/stream.ts'), [])
  assert.deepEqual(problems('await fetch("/api")', 'plugins/notes/web/notes.test.ts'), [])
})

test('a repository without pages has failed', () => {
  assert.equal(problemsOf(checkServerData([])).length, 1)
})
