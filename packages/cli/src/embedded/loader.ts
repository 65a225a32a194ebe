/** The module that Node runs inside the executable. */
import * as sea from 'node:sea'
import { inspect } from 'node:util'
import { archiveKey, openArchive, type FileArchive } from './file-archive.ts'
import { Program } from './program.ts'

interface Server {
  readonly run: (archive: FileArchive) => Promise<never>
}

/** Node would print the line of the error, which is the text of a module. */
function fail(error: unknown): never {
  process.stderr.write(`${inspect(error)}\n`)
  process.exit(1)
}

// Threads would take compiled code from the folder that it names.
delete process.env['NODE_COMPILE_CACHE']
const archive = openArchive(sea.getRawAsset(archiveKey))
const { run } = (await new Program(archive).start().catch(fail)) as Server
await run(archive)
