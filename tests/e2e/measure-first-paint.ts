/**
 * Opens the overview and a bare page over a slow line, in turns, and prints the times as JSON: for the bench, which
 * has no types of a browser. The executable is the one of the tests when none is named.
 * `node --conditions=source tests/e2e/measure-first-paint.ts 3 bin/host`
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { measureOpening, type Opening } from './lab/first-paint.ts'
import { openStage, type Stage } from './lab/stage.ts'

const [, , rounds = '3', executable] = process.argv
const openings = { overview: [] as Opening[], bare: [] as Opening[] }
await using stage = await openStage(executable === undefined ? {} : { executable })
const profile = await signedIn(stage)
const server = await serveBarePage()
const bareUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
for (let round = 0; round < Number(rounds); round += 1) {
  openings.overview.push(await measureOpening({ browser: stage.browser, url: `${stage.url}/admin`, profile }))
  openings.bare.push(await measureOpening({ browser: stage.browser, url: bareUrl, profile }))
}
server.closeAllConnections()
server.close()
process.stdout.write(JSON.stringify(openings))

/** A returning user: cookies and device storage. */
async function signedIn({ open }: Stage) {
  const page = await open()
  await page.goto('/admin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const state = await page.context().storageState()
  await page.context().close()
  return state
}

/** The least that such a line allows: a heading and entries in one answer that needs no other file. */
async function serveBarePage(): Promise<Server> {
  const entries = '<a href="/admin">Entry</a>'.repeat(3)
  const page = `<!doctype html><title>Page</title><nav>${entries}</nav><main><h1>Page</h1></main>`
  const bare = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await once(bare.listen(0, '127.0.0.1'), 'listening')
  return bare
}
