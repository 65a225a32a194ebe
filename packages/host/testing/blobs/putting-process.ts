/**
 * A process of its own that replaces one blob over and over, each time with one number in every byte, and prints each
 * number once it is stored: `node putting-process.ts <database> <folder or "">`.
 */
import { DataAccess } from '../../src/database/data-access.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { folderPieces } from '../../src/blobs/folder-pieces.ts'
import { blobModels } from '../../src/blobs/models.ts'
import { openBlobs } from '../../src/blobs/open-blobs.ts'

const [, , url = '', folder = ''] = process.argv
const database = await openDatabase({ url })
const data = new DataAccess({ database, owners: [{ name: 'host', models: blobModels }], onDoor: () => undefined })
const log = { debug() {}, info() {}, warn() {}, error() {} }
const pieces = folder === '' ? undefined : folderPieces(folder)
const service = openBlobs({ database, data, pieces, clock: Date.now, log, holdWorkspace: async () => true }).serviceOf(
  'notes',
)

for (let number = 1; ; number = (number % 250) + 1) {
  await service.put('org_a', 'a', new Uint8Array(1_000_000).fill(number), { type: 'text/plain' })
  process.stdout.write(`${number}\n`)
}
