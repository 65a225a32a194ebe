/** Runs the program of an archive as an executable does: `node run-archive.ts <archive> [words]`. */
import { readFileSync } from 'node:fs'
import { openArchive, type FileArchive } from '../../embedded/file-archive.ts'
import { Program } from '../../embedded/program.ts'

interface Server {
  readonly run: (archive: FileArchive) => Promise<unknown>
}

const [path = ''] = process.argv.splice(2, 1)
const archive = openArchive(new Uint8Array(readFileSync(path)).buffer)
const { run } = (await new Program(archive).start()) as Server
await run(archive)
