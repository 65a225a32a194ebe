import type { PieceStoreName } from './models.ts'

/** One piece: the content's id, which this host made, and its place from 0. */
export interface PieceName {
  readonly content: string
  readonly position: number
}

/**
 * Storage for the bytes of contents, in pieces that are small enough for memory. A piece is written once and never
 * changed; a content is read only after its last piece is durable, and never by its name.
 */
export interface PieceStore {
  readonly name: PieceStoreName
  /** Bytes of every piece but the last. */
  readonly pieceSize: number
  /** Writes a piece, durably when it resolves. */
  write(piece: PieceName, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  /** @returns undefined for a piece that is not there */
  read(piece: PieceName): Promise<Uint8Array | undefined>
  /** Removes every piece of a content, half written ones too; nothing when there is none. */
  remove(content: string): Promise<void>
}
