import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { endpointSteps } from './endpoint-steps.ts'
import { routeSteps } from './route-steps.ts'

/** The lines of the picture of a request in ARCHITECTURE.md: names and summaries. */
async function readPicture(): Promise<readonly (readonly string[])[]> {
  const text = await readFile(new URL('../../../../ARCHITECTURE.md', import.meta.url), 'utf8')
  const picture = /```\n(socket .*?)\n```/s.exec(text)?.[1] ?? ''
  return picture.split('\n').map((line) => line.trim().split(/ {2,}/))
}

test('the picture of a request names the middleware of the pipeline in their order', async () => {
  const lines = await readPicture()
  const names = lines.map(([name]) => name)
  const drawn = lines.slice(names.indexOf('router') + 1, names.indexOf('handler'))
  assert.deepEqual(
    drawn,
    [...routeSteps, ...endpointSteps].map(({ name, summary }) => [name, summary]),
  )
})
