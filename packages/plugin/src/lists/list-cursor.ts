/**
 * The cursor of a list: the id of the last item of a page, and in an order by a column the order's name and the value of
 * that column. The next page begins behind that place, also when the item was deleted or changed meanwhile. A value too
 * long for an address is left out, and read again from the row. A cursor comes back from a client, so every part of it is
 * checked.
 */
import { Problem } from '../errors.ts'

/** A value that a list can be ordered by. */
export type PlaceValue = string | number | boolean | null

/** The place behind which a page begins. */
export interface ListPlace {
  readonly id: string
  /** Undefined in the order of ids, and where it is too long for a cursor. */
  readonly value?: PlaceValue
  /** Whether the row has to be read for its value. */
  readonly isLong?: boolean
}

const separator = '~'
const longestId = 100
/** Bytes of an order and its value, so that a cursor has at most 2,000 characters. */
const longestParts = 1_400

/** @param order the name of the order with its hyphen; undefined for the order of ids */
export function writeCursor(order: string | undefined, { id, value = null }: ListPlace): string {
  if (order === undefined) return id
  const parts = Buffer.from(JSON.stringify([order, value]))
  const fitting = parts.length > longestParts ? Buffer.from(JSON.stringify([order])) : parts
  return id + separator + fitting.toString('base64url')
}

/** @throws Problem `bad_request` for a text that no list answered, and for a cursor of another order */
export function readCursor(order: string | undefined, cursor: string): ListPlace {
  const end = cursor.indexOf(separator)
  const id = end === -1 ? cursor : cursor.slice(0, end)
  if (id === '' || id.length > longestId || !isStorable(id)) throw invalidCursor()
  if ((order === undefined) !== (end === -1)) throw ofAnotherOrder()
  if (order === undefined) return { id }
  const parts = partsOf(cursor.slice(end + 1))
  const [name, value] = parts
  const isLong = parts.length === 1
  if (!isLong && !isPlaceValue(value)) throw invalidCursor()
  if (name !== order) throw ofAnotherOrder()
  return isLong ? { id, isLong } : { id, value: value as PlaceValue }
}

/** The problem of a cursor that no list answered. */
export function invalidCursor(cause?: unknown): Problem {
  const detail = { en: 'The cursor is invalid.', zh: '游标无效。' }
  return new Problem('bad_request', { detail, ...(cause !== undefined && { cause }) })
}

function ofAnotherOrder(): Problem {
  return new Problem('bad_request', {
    detail: { en: 'The cursor belongs to another order of this list.', zh: '该游标属于此列表的另一种排序。' },
  })
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function isPlaceValue(value: unknown): value is PlaceValue {
  if (typeof value === 'string') return isStorable(value)
  return value === null || typeof value === 'boolean' || Number.isFinite(value)
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
