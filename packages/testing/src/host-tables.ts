import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, undoNewer } from '@host/host'

let made: Promise<Uint8Array> | undefined

/**
 * The bytes of an SQLite database with the tables of a host without plugins. They take a tenth of a second of a
 * processor, and a copy of them hardly any, so they are made once in a process.
 * @throws BootError
 */
export async function hostTables(): Promise<Uint8Array> {
  made ??= makeTables().catch((error: unknown) => {
    // The next test tries again.
    made = undefined
    throw error
  })
  return await made
}

async function makeTables(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'host-tables-'))
  const url = join(folder, 'host.db')
  try {
    const config = readConfig({ HOST_DATABASE_URL: url, HOST_SQLITE_SYNCHRONOUS: 'normal' })
    await undoNewer({ plugins: [], config, log: silent })
    // All of a database that is closed is in its one file.
    return await readFile(url)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
