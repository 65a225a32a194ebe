/** The script that Node runs inside the executable. */
import * as sea from 'node:sea'
import { archiveKey, openArchive, type FileArchive } from './file-archive.ts'
import { Program } from './program.ts'

interface Server {
  readonly run: (archive: FileArchive) => Promise<never>
}

async function runProgram(): Promise<void> {
  const archive = openArchive(sea.getRawAsset(archiveKey))
  const { run } = (await new Program(archive).start()) as Server
  await run(archive)
}

void runProgram()
