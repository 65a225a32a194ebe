/** The script that Node runs inside the executable. */
import * as sea from 'node:sea'
import { archiveKey, openArchive, type FileArchive } from './file-archive.ts'
import { mainModule } from './module-keys.ts'
import { Program } from './program.ts'

const archive = openArchive(sea.getRawAsset(archiveKey))
const main = new Program(archive).require(`./${mainModule}`) as {
  readonly run: (archive: FileArchive) => Promise<never>
}
void main.run(archive)
