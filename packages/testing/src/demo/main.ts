/**
 * Run by `host dev` once in a new instance: the `demo` of a plugin, as the owner of each workspace. An error is one
 * sentence and exit code 1.
 *
 *   node packages/testing/src/demo/main.ts <file> <origin> <owner's address>...    the password in HOST_DEV_PASSWORD
 */
import { stripVTControlCharacters } from 'node:util'
import { pathToFileURL } from 'node:url'
import type { TestClient } from '../test-client.ts'
import { signOwnerIn } from './demo-owner.ts'

const [file = '', origin = '', ...owners] = process.argv.slice(2)
const password = process.env['HOST_DEV_PASSWORD'] ?? ''

try {
  const demo = await readDemo(file)
  for (const email of owners) await demo(await signOwnerIn({ origin, email, password }))
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${stripVTControlCharacters(text)}\n`)
  process.exitCode = 1
}

async function readDemo(path: string): Promise<(owner: TestClient) => unknown> {
  const { demo } = (await import(pathToFileURL(path).href)) as { readonly demo?: unknown }
  if (typeof demo !== 'function') {
    throw new Error('It has no "demo" export: add export async function demo(owner: TestClient).')
  }
  return demo as (owner: TestClient) => unknown
}
