/** Requests URLs in a process of its own, whose environment a test has chosen, and prints each result. */
import { createRequire } from 'node:module'
import { OutboundPolicy } from '../outbound-policy.ts'
import { SafeHttpError } from '../safe-http-error.ts'
import { get, newClient } from '../send.ts'

/** The requested URLs. */
export interface Questions {
  readonly allow: string
  readonly nameServer: string
  readonly urls: readonly string[]
}

/** The results. */
export interface Outcomes {
  /** For each URL the body, or the reason why there is none. */
  readonly answers: readonly string[]
  /** Files of undici that were loaded before the first request, and after the last. */
  readonly loaded: readonly [before: number, after: number]
  /** Whether the platform's `fetch` got another agent. */
  readonly isGlobalAgentSet: boolean
}

const { allow, nameServer, urls } = JSON.parse(process.argv[2] ?? '') as Questions
const client = newClient(5_000, { outbound: new OutboundPolicy({ allow, nameServers: [nameServer] }) })
const before = loadedFiles()
const answers: string[] = []
for (const url of urls) {
  const answer = await get(new AbortController().signal, client, url, 'tests/1').catch((error: unknown) => error)
  if (answer instanceof SafeHttpError) answers.push(answer.reason)
  else answers.push((answer as Awaited<ReturnType<typeof get>>).text())
}
const outcomes: Outcomes = {
  answers,
  loaded: [before, loadedFiles()],
  isGlobalAgentSet: Symbol.for('undici.globalDispatcher.1') in globalThis,
}
process.stdout.write(JSON.stringify(outcomes))

function loadedFiles(): number {
  return Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('/undici/')).length
}
