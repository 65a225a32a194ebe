/**
 * Pieces as files, in 256 folders:
 *
 *   <folder>/3f/blobc_01k...0     one file a piece, named by the content's id and the place of the piece
 *
 * No name chosen by a plugin is part of a path, and ids have digits and lower-case letters alone: so no path leads out
 * of the folder, and case-insensitive file systems work. A file is newly created or the write fails, so that no link is
 * followed; it is durable, with its entry in the folder, before the piece counts as written.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from '../database/database-error.ts'
import { makeFolder } from '../database/make-folder.ts'
import { syncPath, unlessMissing } from '../support/files.ts'
import type { PieceName, PieceStore } from './piece-store.ts'

const pieceSize = 4 * 1024 * 1024
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants

/** @param root a folder for this alone; it is made when it is not there */
export function folderPieces(root: string): PieceStore {
  const shardOf = (content: string): string =>
    join(root, createHash('sha256').update(content).digest('hex').slice(0, 2))
  const fileOf = ({ content, position }: PieceName): string => join(shardOf(content), `${content}.${position}`)
  return Object.freeze<PieceStore>({
    name: 'folder',
    pieceSize,
    async write(piece, bytes) {
      try {
        await makeFolder(shardOf(piece.content))
        await using file = await open(fileOf(piece), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        await file.writeFile(bytes)
        await file.sync()
        await syncPath(shardOf(piece.content))
        await syncPath(root)
      } catch (error) {
        throw storageError(error)
      }
    },
    async read(piece) {
      return await unlessMissing(readFile(fileOf(piece), { flag: O_RDONLY | O_NOFOLLOW }))
    },
    async remove(content) {
      const files = (await unlessMissing(readdir(shardOf(content)))) ?? []
      for (const name of files) {
        if (name.startsWith(`${content}.`)) await unlessMissing(unlink(join(shardOf(content), name)))
      }
    },
  })
}

/** A full disk is the same outage here as for the database. */
function storageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  return new DatabaseError('storage_full', 'The disk of the folder of blobs is full.', { cause: error })
}
