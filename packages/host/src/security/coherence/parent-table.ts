/**
 * The rows of all workers, in the memory of their parent: the counterpart of the database table between machines. The
 * row of a worker that has ended is removed.
 */
import type { Duplex } from 'node:stream'
import type { PeerRow } from './medium.ts'
import { readLines, writeLine, type PeerReply, type PeerRequest } from './parent-lines.ts'

export class ParentTable {
  readonly #rows = new Map<string, PeerRow>()
  /** The pipe to each worker, and under which id it has joined. */
  readonly #workers = new Map<Duplex, string | undefined>()

  /** Takes a worker in, until its pipe closes. */
  add(pipe: Duplex): void {
    this.#workers.set(pipe, undefined)
    pipe.on('error', () => undefined)
    pipe.once('close', () => this.#leave(pipe))
    readLines<PeerRequest>(pipe, (request) => {
      writeLine(pipe, { number: request.number, ...this.#answer(pipe, request) })
    })
  }

  #leave(pipe: Duplex): void {
    const id = this.#workers.get(pipe)
    this.#workers.delete(pipe)
    if (id === undefined || !this.#rows.delete(id)) return
    for (const other of this.#workers.keys()) wake(other, null)
  }

  #answer(pipe: Duplex, request: PeerRequest): Pick<Extract<PeerReply, { number: number }>, 'rows'> {
    if (request.kind === 'remove') return this.#remove(request.rows)
    if (request.kind === 'join') return this.#join(pipe, request)
    const { row, wakes } = request
    if (this.#rows.get(row.id)?.beat !== row.beat - 1) return {}
    this.#rows.set(row.id, row)
    for (const [other, id = ''] of this.#workers) {
      if (other !== pipe && (wakes === 'all' || wakes.includes(id))) wake(other, row)
    }
    return this.#read()
  }

  #join(pipe: Duplex, { row, former = '' }: Extract<PeerRequest, { kind: 'join' }>): { rows: readonly PeerRow[] } {
    this.#rows.delete(former)
    this.#rows.set(row.id, row)
    this.#workers.set(pipe, row.id)
    return this.#read()
  }

  #remove(rows: readonly PeerRow[]): { rows: readonly PeerRow[] } {
    for (const { id, beat } of rows) if (this.#rows.get(id)?.beat === beat) this.#rows.delete(id)
    return this.#read()
  }

  #read(): { rows: readonly PeerRow[] } {
    return { rows: [...this.#rows.values()] }
  }
}

/** A worker that reads nothing, because it is stopped, is woken once by the message that already waits. */
function wake(worker: Duplex, row: PeerRow | null): void {
  if (worker.writableLength === 0) writeLine(worker, { wake: row })
}
